//! The files held against what networks use: every line can be read, none stands twice, known hashes are there.

use std::collections::HashSet;

use alloy_primitives::hex;

use super::*;
use crate::interface::Parameter;

/// Every file that the tables are made of.
const FILES: [(&str, &str); 18] = [
    ("access.txt", include_str!("../../assets/signatures/access.txt")),
    ("accounts.txt", include_str!("../../assets/signatures/accounts.txt")),
    ("bridges.txt", include_str!("../../assets/signatures/bridges.txt")),
    ("console.txt", include_str!("../../assets/signatures/console.txt")),
    ("exchanges.txt", include_str!("../../assets/signatures/exchanges.txt")),
    ("governance.txt", include_str!("../../assets/signatures/governance.txt")),
    ("lending.txt", include_str!("../../assets/signatures/lending.txt")),
    ("markets.txt", include_str!("../../assets/signatures/markets.txt")),
    ("multicall.txt", include_str!("../../assets/signatures/multicall.txt")),
    ("names.txt", include_str!("../../assets/signatures/names.txt")),
    ("oracles.txt", include_str!("../../assets/signatures/oracles.txt")),
    ("proxies.txt", include_str!("../../assets/signatures/proxies.txt")),
    ("safe.txt", include_str!("../../assets/signatures/safe.txt")),
    ("staking.txt", include_str!("../../assets/signatures/staking.txt")),
    ("system.txt", include_str!("../../assets/signatures/system.txt")),
    ("tokens.txt", include_str!("../../assets/signatures/tokens.txt")),
    ("utilities.txt", include_str!("../../assets/signatures/utilities.txt")),
    ("wrapped.txt", include_str!("../../assets/signatures/wrapped.txt")),
];

fn lines() -> impl Iterator<Item = (String, String)> {
    FILES.iter().flat_map(|(name, text)| text.lines().map(|line| ((*name).to_owned(), line.to_owned())))
}

fn signatures() -> impl Iterator<Item = (String, String)> {
    lines().filter(|(_, line)| canonical::is_signature(line))
}

#[test]
fn every_line_is_a_signature_and_is_found_by_its_hash() {
    for (file, line) in signatures() {
        let entry = Interface::parse_line(&line).unwrap_or_else(|fault| panic!("{file}: {line}: {fault}"));
        let (word, canonical) = canonical::canonicalize(&line).unwrap();
        assert!(entry.signature.is(&canonical), "{file}: {line}: {canonical}");
        let found: Vec<Signature> = match entry.kind {
            Kind::Event => Signature::by_topic(entry.hash).collect(),
            kind => Signature::by_selector(kind, entry.selector()).collect(),
        };
        let found = found.iter().find(|found| found.line == line);
        let found = found.unwrap_or_else(|| panic!("{file}: {line} is not found"));
        assert_eq!(found.system, file == "system.txt");
        assert!(["function", "error", "event"].contains(&word));
        assert_eq!(found.entry(), Some(&entry));
    }
}

#[test]
fn no_file_is_forgotten_here() {
    assert_eq!(signatures().count(), BEFORE_EVENTS + EVENTS.len() / EVENT_RECORD_BYTES);
}

/// Two events of one name may index other arguments; nothing else may stand twice.
#[test]
fn nothing_stands_twice() {
    let mut seen = HashSet::new();
    for (file, line) in signatures() {
        let entry = Interface::parse_line(&line).unwrap();
        let indexed: Vec<bool> = entry.inputs.iter().map(|input| input.indexed).collect();
        assert!(seen.insert((entry.kind, entry.signature, indexed)), "{file}: {line} stands twice");
    }
}

#[test]
fn an_unknown_hash_is_not_found() {
    for hash in [1_u32, 0x7fff_ffff, u32::MAX] {
        assert_eq!(Signature::by_selector(Kind::Function, hash.to_be_bytes()).count(), 0);
    }
    assert_eq!(Signature::by_topic([0; 32]).count(), 0);
    assert_eq!(Signature::by_selector(Kind::Event, [0; 4]).count(), 0);
}

/// Selectors of system contracts, as they are known from networks: each with the name that it has there.
const SYSTEM: &str = "
    618dc65e redirectForToken 49146bde associateToken 2e63879b associateTokens 099794e8 dissociateToken
    78b63918 dissociateTokens eca36917 transferToken 82bba493 transferTokens 5cfc9011 transferNFT
    2c4ba191 transferNFTs 0e71804f cryptoTransfer 189a554c cryptoTransfer 15dacbea transferFrom
    9b23d3d9 transferFromNFT e0f4059a mintToken 278e0b88 mintToken d6910d06 burnToken acb9cff9 burnToken
    efef57f9 wipeTokenAccount 9790686d wipeTokenAccount f7f38e26 wipeTokenAccountNFT f069f712 deleteToken
    0fb65bf3 createFungibleToken 2af0c59a createFungibleTokenWithCustomFees ea83f293 createNonFungibleToken
    abb54eb5 createNonFungibleTokenWithCustomFees 5b8f8584 freezeToken 52f91387 unfreezeToken
    7c41ad2c pauseToken 3b3bff0f unpauseToken 8f8d7f99 grantTokenKyc af99c633 revokeTokenKyc
    1f69565f getTokenInfo 3f28a19b getFungibleTokenInfo 287e1da8 getNonFungibleTokenInfo 19f37361 isToken
    93272baf getTokenType e1f21c67 approve 7336aaf0 approveNFT 927da105 allowance 367605ca setApprovalForAll
    2f348119 airdropTokens 05961641 claimAirdrops 012ebcaf cancelAirdrops ebd595e0 rejectTokens
    0a754de6 associate 5c9217e0 dissociate 4d8fdd6d isAssociated f5677e99 setUnlimitedAutomaticAssociations
    2e3cff6a tinycentsToTinybars 43a88229 tinybarsToTinycents d83bf9a1 getPseudorandomSeed
    fec46666 hbarAllowance a0918464 hbarApprove b2a31da4 isAuthorizedRaw b2526367 isAuthorized
    dea3d081 getEvmAddressAlias 308ef301 isValidAlias 6f5bfde8 scheduleCall e6599c18 scheduleCallWithPayer
    105772b2 executeCallOnPayerSignature eb459436 scheduleCallWithSender 2c300715 executeCallOnSenderSignature
    dfb4a999 hasScheduleCapacity 72d42394 deleteSchedule f0637961 authorizeSchedule 358eeb03 signSchedule
    06d15889 signSchedule c61dea85 deleteSchedule ca829811 scheduleNative";

/// Selectors of functions that many contracts have.
const FUNCTIONS_KNOWN: &str = "
    a9059cbb transfer 23b872dd transferFrom 095ea7b3 approve 70a08231 balanceOf 42842e0e safeTransferFrom
    b88d4fde safeTransferFrom a22cb465 setApprovalForAll f242432a safeTransferFrom 3659cfe6 upgradeTo
    4f1ef286 upgradeToAndCall 52d1902d proxiableUUID 5c60da1b implementation ac9650d8 multicall
    5ae401dc multicall 82ad56cb aggregate3 252dba42 aggregate 6a761202 execTransaction b61d27f6 execute
    01d5062a schedule d505accf permit 8d80ff0a multiSend 38ed1739 swapExactTokensForTokens
    7ff36ab5 swapExactETHForTokens 414bf389 exactInputSingle 04e45aaf exactInputSingle 88316456 mint
    1fad948c handleOps 765e827f handleOps 1f931c1c diamondCut 617ba037 supply feaf968c latestRoundData";

/// Selectors of errors that many contracts have.
const ERRORS_KNOWN: &str = "
    08c379a0 Error 4e487b71 Panic 118cdaa7 OwnableUnauthorizedAccount 1e4fbdf7 OwnableInvalidOwner
    e2517d3f AccessControlUnauthorizedAccount e450d38c ERC20InsufficientBalance
    fb8f41b2 ERC20InsufficientAllowance ec442f05 ERC20InvalidReceiver 96c6fd1e ERC20InvalidSender
    7e273289 ERC721NonexistentToken 64283d7b ERC721IncorrectOwner 177e802f ERC721InsufficientApproval
    f92ee8a9 InvalidInitialization d7e6bcf8 NotInitializing d93c0665 EnforcedPause
    3ee5aeb5 ReentrancyGuardReentrantCall 5274afe7 SafeERC20FailedOperation 9996b315 AddressEmptyCode
    1425ea42 FailedInnerCall d6bda275 FailedCall e07c8dba UUPSUnauthorizedCallContext
    4c9c8ce3 ERC1967InvalidImplementation";

/// How the topics of events that many contracts emit begin.
const EVENTS_KNOWN: &str = "
    ddf252ad Transfer 8c5be1e5 Approval 17307eab ApprovalForAll c3d58168 TransferSingle 4a39dc06 TransferBatch
    bc7cd75a Upgraded 7e644d79 AdminChanged 1cf3b03a BeaconUpgraded 8be0079c OwnershipTransferred
    7f26b83f Initialized c7f505b2 Initialized 2f878811 RoleGranted f6391f5c RoleRevoked 62e78cea Paused
    5db9ee0a Unpaused d78ad95f Swap c42079f9 Swap 1c411e9a Sync";

fn known(pairs: &str) -> Vec<([u8; 4], String)> {
    let words: Vec<&str> = pairs.split_whitespace().collect();
    let selector = |hex: &str| hex::decode(hex).unwrap().try_into().unwrap();
    words.as_chunks::<2>().0.iter().map(|[hash, name]| (selector(hash), (*name).to_owned())).collect()
}

#[test]
fn known_selectors_have_their_names() {
    for (kind, pairs, system) in [
        (Kind::Function, SYSTEM, true),
        (Kind::Function, FUNCTIONS_KNOWN, false),
        (Kind::Error, ERRORS_KNOWN, false),
    ] {
        for (selector, name) in known(pairs) {
            let mut found = Signature::by_selector(kind, selector);
            let named = |one: &Signature| one.entry().unwrap().name.is(&name) && one.system == system;
            assert!(found.any(|one| named(&one)), "{name} {}", hex::encode(selector));
        }
    }
}

#[test]
fn known_topics_have_their_names() {
    let events: Vec<Entry> = signatures()
        .filter(|(_, line)| line.starts_with("event "))
        .map(|(_, line)| Interface::parse_line(&line).unwrap())
        .collect();
    for (begin, name) in known(EVENTS_KNOWN) {
        assert!(events.iter().any(|event| event.selector() == begin && event.name.is(&name)), "{name}");
    }
}

/// Tuples whose members nobody named, of functions that differ from contract to contract.
const NAMELESS: [&str; 3] = [
    "batch((address,uint256,bytes)[])",
    "getDerivedSvalueOfPair(uint256,uint256,uint256)",
    "verifyOracleProof(bytes)",
];

#[test]
fn members_of_tuples_have_names() {
    fn nameless(parameter: &Parameter) -> bool {
        let mut members = parameter.members.iter();
        members.any(|member| member.name.is_empty() || nameless(member))
    }
    for (file, line) in signatures() {
        let entry = Interface::parse_line(&line).unwrap();
        let mut all = entry.inputs.iter().chain(entry.outputs.iter().flatten());
        let known = NAMELESS.iter().any(|one| entry.signature.is(one));
        assert_eq!(all.any(nameless), known, "{file}: {line}");
    }
}

/// As they stand in the sources of the contracts that they are of.
#[test]
fn known_members_have_their_names() {
    for (selector, path, wanted) in [
        ("82ad56cb", &[0][..], "target allowFailure callData"),
        (
            "414bf389",
            &[0],
            "tokenIn tokenOut fee recipient deadline amountIn amountOutMinimum sqrtPriceLimitX96",
        ),
        ("04e45aaf", &[0], "tokenIn tokenOut fee recipient amountIn amountOutMinimum sqrtPriceLimitX96"),
        ("c04b8d59", &[0], "path recipient deadline amountIn amountOutMinimum"),
        ("189a554c", &[0], "token transfers nftTransfers"),
        ("0e71804f", &[0, 0], "accountID amount isApproval"),
        (
            "ea83f293",
            &[0, 7, 1],
            "inheritAccountKey contractId ed25519 ECDSA_secp256k1 delegatableContractId",
        ),
        ("1f931c1c", &[0], "facetAddress action functionSelectors"),
        (
            "a3c7271a",
            &[0],
            "tokenX tokenY binStep amountX amountY amountXMin amountYMin activeIdDesired idSlippage deltaIds distributionX distributionY to refundTo deadline",
        ),
    ] {
        let selector = hex::decode(selector).unwrap().try_into().unwrap();
        let entry = Signature::by_selector(Kind::Function, selector).next().unwrap().entry().unwrap();
        let (first, rest) = path.split_first().unwrap();
        let one = rest.iter().fold(&entry.inputs[*first], |one, at| &one.members[*at]);
        let names: Vec<String> = one.members.iter().map(|member| member.name.escaped()).collect();
        assert_eq!(names.join(" "), wanted, "{}", entry.signature.escaped());
    }
}

#[test]
fn thousands_come_with_the_program() {
    assert!(signatures().count() >= 3000);
}
