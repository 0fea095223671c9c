//! The record that `GET /v2/verify/{verificationId}` returns, as real servers shape it.

use ledger::{EvmAddress, Field, HexBytes, RawJson, Text};

use super::ChainId;

/// One poll of a job. The document leaves the fields open; all are optional.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct JobRecord {
    /// `isJobCompleted`.
    pub completed: Field<bool>,
    /// `verificationId`.
    pub verification_id: Field<Text>,
    /// `jobStartTime`, as written by the server.
    pub started: Field<Text>,
    /// `jobFinishTime`, as written by the server.
    pub finished: Field<Text>,
    /// `compilationTime`, milliseconds.
    pub compilation_time: Field<i64>,
    /// `contract`.
    pub contract: Field<JobContract>,
    /// `error`: why the job failed.
    pub error: Field<JobError>,
    /// `externalVerifications`: results at other explorers, by their name. They arrive after completion.
    pub external: Vec<(Text, ExternalVerification)>,
    /// A word that looks like a state, from a payload without `isJobCompleted`.
    pub status_word: Option<Text>,
    /// The record as received.
    pub raw: RawJson,
    /// Whether this is only what lists show of a large record that is stored, and `raw` is no record that was received.
    pub abridged: bool,
}

/// How well recompiled code matches the deployed code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// `exact_match`: metadata and all.
    Exact,
    /// `match`: but for the metadata.
    Partial,
}

/// `contract` of a job.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct JobContract {
    /// `match`: the better of the two below.
    pub overall: Field<Match>,
    /// `creationMatch`.
    pub creation: Field<Match>,
    /// `runtimeMatch`.
    pub runtime: Field<Match>,
    /// `chainId`.
    pub chain_id: Field<Text>,
    /// `address`.
    pub address: Field<Text>,
    /// `verifiedAt`, as written by the server: the time of the first verification.
    pub verified_at: Field<Text>,
    /// `matchId`.
    pub match_id: Field<Text>,
}

impl JobContract {
    /// The contract that the record names and the expected one, for people, if they differ. Missing or
    /// unreadable fields count as equal.
    pub fn differs(&self, chain: Option<&ChainId>, address: Option<EvmAddress>) -> Option<(String, String)> {
        let reported_chain =
            self.chain_id.known().and_then(|reported| ChainId::parse(reported.escaped().trim()));
        let reported = self
            .address
            .known()
            .and_then(|reported| EvmAddress::parse_any_case(reported.escaped().trim()).ok());
        let of = |address: EvmAddress, chain: &ChainId| format!("{} on chain {chain}", address.checksummed());
        match (reported_chain, chain, reported, address) {
            (Some(reported_chain), Some(chain), Some(reported), Some(address))
                if reported_chain != *chain || reported != address =>
            {
                Some((of(reported, &reported_chain), of(address, chain)))
            }
            (Some(reported), Some(chain), ..) if reported != *chain => {
                Some((format!("chain {reported}"), format!("chain {chain}")))
            }
            (.., Some(reported), Some(address)) if reported != address => {
                Some((reported.checksummed(), address.checksummed()))
            }
            _ => None,
        }
    }
}

/// `error` of a job.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct JobError {
    /// `customCode`, an open set.
    pub code: Field<Text>,
    /// `message`.
    pub message: Field<Text>,
    /// `errorId`.
    pub error_id: Field<Text>,
    /// `recompiledCreationCode`.
    pub recompiled_creation: Field<HexBytes>,
    /// `recompiledRuntimeCode`.
    pub recompiled_runtime: Field<HexBytes>,
    /// `onchainCreationCode`.
    pub onchain_creation: Field<HexBytes>,
    /// `onchainRuntimeCode`.
    pub onchain_runtime: Field<HexBytes>,
    /// `creationTransactionHash`.
    pub creation_transaction_hash: Field<HexBytes>,
    /// `errorData`, shaped by the code.
    pub data: Field<RawJson>,
}

/// One entry of `externalVerifications`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ExternalVerification {
    /// `verificationId`, which may be a word such as `VERIFIER_ALREADY_VERIFIED`.
    pub verification_id: Field<Text>,
    /// `statusUrl`.
    pub status_url: Field<Text>,
    /// `explorerUrl`.
    pub explorer_url: Field<Text>,
    /// `contractApiUrl`.
    pub contract_api_url: Field<Text>,
    /// `error`.
    pub error: Field<Text>,
}
