//! The ledger's response codes in words: number, name and usual cause.

use ledger::Text;

/// A known response code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseCode {
    /// The number that system contracts return.
    pub number: u16,
    /// The name in the field `result`.
    pub name: &'static str,
    /// The meaning or usual cause, as a clause in lower case.
    pub cause: &'static str,
}

const fn code(number: u16, name: &'static str, cause: &'static str) -> ResponseCode {
    ResponseCode { number, name, cause }
}

const CODES: &[ResponseCode] = &[
    code(1, "INVALID_TRANSACTION", "the transaction cannot be read"),
    code(2, "PAYER_ACCOUNT_NOT_FOUND", "the account that should pay does not exist"),
    code(3, "INVALID_NODE_ACCOUNT", "the transaction names another node than it was sent to"),
    code(4, "TRANSACTION_EXPIRED", "it reached consensus after its valid time"),
    code(5, "INVALID_TRANSACTION_START", "its valid time begins in the future"),
    code(6, "INVALID_TRANSACTION_DURATION", "its valid duration is too short or too long"),
    code(7, "INVALID_SIGNATURE", "a required signature is missing or wrong"),
    code(8, "MEMO_TOO_LONG", "the memo has more than 100 bytes"),
    code(9, "INSUFFICIENT_TX_FEE", "the fee offered is below the network's price"),
    code(10, "INSUFFICIENT_PAYER_BALANCE", "the payer cannot pay the fee"),
    code(11, "DUPLICATE_TRANSACTION", "the same transaction was submitted before"),
    code(12, "BUSY", "the node or network was at its limit: try again"),
    code(13, "NOT_SUPPORTED", "the network does not offer this operation"),
    code(14, "INVALID_FILE_ID", "there is no such file"),
    code(15, "INVALID_ACCOUNT_ID", "there is no such account"),
    code(16, "INVALID_CONTRACT_ID", "there is no such contract"),
    code(17, "INVALID_TRANSACTION_ID", "the transaction id is wrong"),
    code(18, "RECEIPT_NOT_FOUND", "the network keeps no receipt of it, or not any more"),
    code(19, "RECORD_NOT_FOUND", "the network keeps no record of it, or not any more"),
    code(20, "INVALID_SOLIDITY_ID", "the address names no contract"),
    code(21, "UNKNOWN", "the server has no name for the response code"),
    code(22, "SUCCESS", "it succeeded"),
    code(23, "FAIL_INVALID", "the network itself failed at it"),
    code(28, "INSUFFICIENT_ACCOUNT_BALANCE", "an account has less than it should send"),
    code(29, "INVALID_SOLIDITY_ADDRESS", "the call names an address that does not exist"),
    code(30, "INSUFFICIENT_GAS", "the gas limit was too low"),
    code(31, "CONTRACT_SIZE_LIMIT_EXCEEDED", "the contract's code is too large"),
    code(32, "LOCAL_CALL_MODIFICATION_EXCEPTION", "a read-only call tried to change state"),
    code(33, "CONTRACT_REVERT_EXECUTED", "the contract reverted: its revert data says why"),
    code(
        34,
        "CONTRACT_EXECUTION_EXCEPTION",
        "the EVM halted: a bad opcode, stack or memory, or a system contract failed",
    ),
    code(66, "CONTRACT_DELETED", "the contract was deleted"),
    code(79, "MODIFYING_IMMUTABLE_CONTRACT", "the contract has no admin key, so nobody can change it"),
    code(84, "CONTRACT_BYTECODE_EMPTY", "there was no code to deploy"),
    code(104, "FEE_SCHEDULE_FILE_PART_UPLOADED", "it succeeded: a part of the fee schedule was uploaded"),
    code(111, "MAX_GAS_LIMIT_EXCEEDED", "the gas limit is above what the network allows"),
    code(165, "ACCOUNT_FROZEN_FOR_TOKEN", "the account is frozen for this token"),
    code(166, "TOKENS_PER_ACCOUNT_LIMIT_EXCEEDED", "the account holds as many tokens as it may"),
    code(167, "INVALID_TOKEN_ID", "there is no such token"),
    code(168, "INVALID_TOKEN_DECIMALS", "the token would have too many decimals"),
    code(169, "INVALID_TOKEN_INITIAL_SUPPLY", "the token's first supply is below zero or above its limit"),
    code(
        170,
        "INVALID_TREASURY_ACCOUNT_FOR_TOKEN",
        "the token's treasury does not exist or is not associated with it",
    ),
    code(171, "INVALID_TOKEN_SYMBOL", "the token's symbol is not allowed"),
    code(172, "TOKEN_HAS_NO_FREEZE_KEY", "the token cannot be frozen"),
    code(173, "TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN", "what is sent of the token is not what is received"),
    code(174, "MISSING_TOKEN_SYMBOL", "the token has no symbol"),
    code(175, "TOKEN_SYMBOL_TOO_LONG", "the token's symbol is too long"),
    code(176, "ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN", "the account was not admitted to this token (KYC)"),
    code(177, "TOKEN_HAS_NO_KYC_KEY", "the token admits everybody (no KYC key)"),
    code(178, "INSUFFICIENT_TOKEN_BALANCE", "an account has less of the token than it should send"),
    code(179, "TOKEN_WAS_DELETED", "the token was deleted"),
    code(180, "TOKEN_HAS_NO_SUPPLY_KEY", "the token's supply is fixed"),
    code(181, "TOKEN_HAS_NO_WIPE_KEY", "the token cannot be wiped"),
    code(182, "INVALID_TOKEN_MINT_AMOUNT", "the amount to mint is wrong or above the token's limit"),
    code(183, "INVALID_TOKEN_BURN_AMOUNT", "the amount to burn is wrong or more than the treasury has"),
    code(184, "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT", "the account must be associated with the token first"),
    code(185, "CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT", "the token's treasury cannot be wiped"),
    code(190, "MISSING_TOKEN_NAME", "the token has no name"),
    code(191, "TOKEN_NAME_TOO_LONG", "the token's name is too long"),
    code(192, "INVALID_WIPING_AMOUNT", "the amount to wipe is wrong or more than the account has"),
    code(193, "TOKEN_IS_IMMUTABLE", "the token has no admin key, so nobody can change it"),
    code(194, "TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT", "the account is associated with the token already"),
    code(195, "TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES", "the account still holds the token"),
    code(196, "ACCOUNT_IS_TREASURY", "the account is a token's treasury"),
    code(197, "TOKEN_ID_REPEATED_IN_TOKEN_LIST", "the list has the same token twice"),
    code(198, "TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED", "the transfer has more entries than are allowed"),
    code(199, "EMPTY_TOKEN_TRANSFER_BODY", "the transfer names no token"),
    code(200, "EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS", "the transfer of the token names no account"),
    code(201, "INVALID_SCHEDULE_ID", "there is no such schedule, or it has run or expired"),
    code(202, "SCHEDULE_IS_IMMUTABLE", "the schedule has no admin key, so nobody can delete it"),
    code(203, "INVALID_SCHEDULE_PAYER_ID", "the schedule's payer does not exist"),
    code(204, "INVALID_SCHEDULE_ACCOUNT_ID", "the schedule's creator does not exist"),
    code(205, "NO_NEW_VALID_SIGNATURES", "the signatures added nothing that was missing"),
    code(
        206,
        "UNRESOLVABLE_REQUIRED_SIGNERS",
        "the required signers are unknown: an account is missing or deleted",
    ),
    code(207, "SCHEDULED_TRANSACTION_NOT_IN_WHITELIST", "this kind of transaction cannot be scheduled"),
    code(208, "SOME_SIGNATURES_WERE_INVALID", "some of the signatures are wrong"),
    code(210, "IDENTICAL_SCHEDULE_ALREADY_CREATED", "the same schedule exists already: sign that one"),
    code(212, "SCHEDULE_ALREADY_DELETED", "the schedule was deleted"),
    code(213, "SCHEDULE_ALREADY_EXECUTED", "the schedule was executed"),
    code(
        220,
        "SUCCESS_BUT_MISSING_EXPECTED_OPERATION",
        "it succeeded, without an operation that was expected",
    ),
    code(237, "SENDER_DOES_NOT_OWN_NFT_SERIAL_NO", "the sender does not own this serial number"),
    code(262, "NO_REMAINING_AUTOMATIC_ASSOCIATIONS", "the receiver has no automatic association left"),
    code(265, "TOKEN_IS_PAUSED", "the token is paused"),
    code(279, "CONSENSUS_GAS_EXHAUSTED", "the network's gas for that moment was used up: try again"),
    code(280, "REVERTED_SUCCESS", "it succeeded, and its parent transaction rolled it back"),
    code(292, "SPENDER_DOES_NOT_HAVE_ALLOWANCE", "the spender was granted no allowance"),
    code(293, "AMOUNT_EXCEEDS_ALLOWANCE", "the allowance granted is smaller than the amount"),
    code(306, "SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE", "a schedule may wait 62 days at most"),
    code(
        307,
        "SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME",
        "the schedule would expire in the past",
    ),
    code(308, "SCHEDULE_FUTURE_THROTTLE_EXCEEDED", "too many transactions are scheduled for that second"),
    code(309, "SCHEDULE_FUTURE_GAS_LIMIT_EXCEEDED", "too much gas is scheduled for that second"),
    code(310, "INVALID_ETHEREUM_TRANSACTION", "the wrapped Ethereum transaction cannot be read"),
    code(311, "WRONG_CHAIN_ID", "the transaction was signed for another chain"),
    code(312, "WRONG_NONCE", "the nonce is not the sender's next one"),
    code(314, "SCHEDULE_PENDING_EXPIRATION", "the schedule's time has run out"),
    code(317, "CONTRACT_EXPIRED_AND_PENDING_REMOVAL", "the contract expired and waits for its removal"),
    code(328, "MAX_CHILD_RECORDS_EXCEEDED", "the call made more child transactions than are allowed"),
    code(366, "THROTTLED_AT_CONSENSUS", "the network was at its limit: try again"),
    code(370, "SCHEDULE_EXPIRY_IS_BUSY", "that second is fully scheduled: choose another"),
    code(
        373,
        "NO_SCHEDULING_ALLOWED_AFTER_SCHEDULED_RECURSION",
        "a scheduled call that scheduled a call may schedule no other",
    ),
    code(388, "BATCH_LIST_EMPTY", "the batch has no transactions"),
    code(389, "BATCH_LIST_CONTAINS_DUPLICATES", "the batch has the same transaction twice"),
    code(390, "BATCH_TRANSACTION_IN_BLACKLIST", "this kind of transaction cannot be in a batch"),
    code(391, "INNER_TRANSACTION_FAILED", "a transaction of the batch failed, so all were rolled back"),
    code(392, "MISSING_BATCH_KEY", "a transaction of the batch has no batch key"),
    code(393, "BATCH_KEY_SET_ON_NON_INNER_TRANSACTION", "a batch key was set outside of a batch"),
];

/// A response code returned by a system contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// `ResponseCodeEnum` of the Hiero protobufs.
    pub number: u64,
    /// Name and usual cause, if the number is known.
    pub known: Option<ResponseCode>,
}

/// The number of `SUCCESS`.
const SUCCESS: u64 = 22;

impl Response {
    /// Looks the number up; one that is unknown stays without a name.
    pub fn new(number: u64) -> Self {
        Self { number, known: ResponseCode::by_number(number) }
    }

    /// Whether the request succeeded.
    pub fn is_success(self) -> bool {
        self.number == SUCCESS
    }

    /// Its name with the usual cause, or its number.
    pub fn explanation(self) -> String {
        match self.known {
            Some(code) => format!("{}: {}", code.name, code.cause),
            None => format!("response code {}", self.number),
        }
    }
}

impl ResponseCode {
    /// The code with this number.
    pub fn by_number(number: u64) -> Option<Self> {
        CODES.iter().find(|code| u64::from(code.number) == number).copied()
    }

    /// The code with this name.
    pub fn by_name(name: &Text) -> Option<Self> {
        CODES.iter().find(|code| name.is(code.name)).copied()
    }

    /// A code's name with its usual cause: `INSUFFICIENT_GAS: the gas limit was too low`; an unknown name
    /// stays as it is.
    pub fn explanation(name: &Text) -> String {
        Self::by_name(name).map_or_else(|| name.escaped(), |code| format!("{}: {}", code.name, code.cause))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::execution::SUCCESS_CODES;

    #[test]
    fn numbers_and_names_are_unique_and_in_order() {
        assert!(CODES.windows(2).all(|pair| pair[0].number < pair[1].number));
        for code in CODES {
            assert_eq!(ResponseCode::by_name(&Text::from(code.name)), Some(*code));
        }
    }

    #[test]
    fn codes_in_words() {
        assert_eq!(
            ResponseCode::explanation(&"INSUFFICIENT_GAS".into()),
            "INSUFFICIENT_GAS: the gas limit was too low"
        );
        assert_eq!(ResponseCode::explanation(&"BRAND_NEW\u{1b}".into()), "BRAND_NEW\\x1b");
        assert_eq!(ResponseCode::by_number(22).map(|code| code.name), Some("SUCCESS"));
        assert!(SUCCESS_CODES.iter().all(|name| ResponseCode::by_name(&Text::from(*name)).is_some()));
    }
}
