//! What the fields of a scheduled transaction are called and hold, by kind of transaction: the messages that
//! `SchedulableTransactionBody` can carry, as the network publishes them.
//!
//! A table rather than descriptors: these would say less (which number is an amount of the coin, what a person calls the
//! field) in 35 kB, and a decoder that follows them gives up a whole body for one field of another kind. A test holds
//! the table against what is published.

mod fees;

use fees::{CUSTOM_FEE, CUSTOM_FEE_LIMIT, FIXED_TOPIC_FEE};

/// A field: number, name, and form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known(pub(super) u64, pub(super) &'static str, pub(super) Form);

/// The form of a field's value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// An account, contract, file, token, topic or schedule.
    Entity,
    /// Base units of the coin.
    Coin,
    /// Base units of the coin, zigzag encoded.
    SignedCoin,
    /// A whole number.
    Number,
    /// A whole number, zigzag encoded.
    Signed,
    Flag,
    Text,
    Bytes,
    /// A key or a list of keys.
    Key,
    /// A list of keys without the tag of a key list.
    KeyList,
    /// Seconds, wrapped in a message.
    Seconds,
    Time,
    /// Whole numbers, one by one or packed.
    Numbers,
    /// A message with these fields.
    Within(&'static [Known]),
    /// A message that wraps an optional value.
    Wrapped(&'static Form),
}

use Form::{
    Bytes, Coin, Entity, Flag, Key, KeyList, Number, Numbers, Seconds, Signed, SignedCoin, Text, Time,
    Within, Wrapped,
};

/// The fields of the transaction in the body's field with this number; empty for an unknown kind.
pub(super) fn fields_of(kind: u64) -> &'static [Known] {
    match kind {
        3 => CALL,
        4 => CONTRACT_CREATE,
        5 => CONTRACT_UPDATE,
        6 => CONTRACT_DELETE,
        7 => ACCOUNT_CREATE,
        8 => ACCOUNT_DELETE,
        9 => TRANSFER,
        10 => ACCOUNT_UPDATE,
        11 => &[Known(2, "file", Entity), Known(4, "contents", Bytes)],
        12 => FILE_CREATE,
        13 => &[Known(2, "file", Entity)],
        14 => FILE_UPDATE,
        15 => &[Known(1, "file", Entity), Known(2, "contract", Entity), Known(3, "expiration", Time)],
        16 => &[Known(1, "file", Entity), Known(2, "contract", Entity)],
        17 => FREEZE,
        18 => TOPIC_CREATE,
        19 => TOPIC_UPDATE,
        20 => &[Known(1, "topic", Entity)],
        21 => TOPIC_MESSAGE,
        22 => TOKEN_CREATE,
        23..=26 => &[Known(1, "token", Entity), Known(2, "account", Entity)],
        27 | 35 | 36 => &[Known(1, "token", Entity)],
        28 => TOKEN_UPDATE,
        29 => &[Known(1, "token", Entity), Known(2, "amount", Number), Known(3, "metadata", Bytes)],
        30 => &[Known(1, "token", Entity), Known(2, "amount", Number), Known(3, "serials", Numbers)],
        31 => WIPE,
        32 | 33 => &[Known(1, "account", Entity), Known(2, "token", Entity)],
        34 => &[Known(1, "schedule", Entity)],
        37 => APPROVE,
        38 => &[Known(2, "NFT allowance", Within(NFT_ALLOWANCE_GONE))],
        39 => &[Known(1, "token", Entity), Known(2, "custom fee", Within(CUSTOM_FEE))],
        40 => &[Known(1, "below", Number)],
        41 => NFT_UPDATE,
        42 => NODE_CREATE,
        43 => NODE_UPDATE,
        44 => &[Known(1, "node id", Number)],
        45 => &[Known(1, "owner", Entity), Known(2, "rejects", Within(REJECTION))],
        46 | 47 => &[Known(1, "airdrop", Within(PENDING_AIRDROP))],
        48 => &[Known(1, "tokens", Within(TOKEN_TRANSFERS))],
        _ => &[],
    }
}

/// The custom fees that the payer agrees to: fields of the body itself.
pub(super) const LIMITS: &[Known] = &[Known(1001, "max custom fees", Within(CUSTOM_FEE_LIMIT))];

const CALL: &[Known] = &[
    Known(1, "contract", Entity),
    Known(2, "gas limit", Number),
    Known(3, "amount", Coin),
    Known(4, "call data", Bytes),
];

const CONTRACT_CREATE: &[Known] = &[
    Known(1, "code in file", Entity),
    Known(3, "admin key", Key),
    Known(4, "gas limit", Number),
    Known(5, "initial balance", Coin),
    Known(6, "proxy account", Entity),
    Known(8, "auto renew period", Seconds),
    Known(9, "constructor arguments", Bytes),
    Known(13, "memo", Text),
    Known(14, "max auto associations", Number),
    Known(15, "auto renew account", Entity),
    Known(16, "code", Bytes),
    Known(17, "staked account", Entity),
    Known(18, "staked node", Number),
    Known(19, "decline reward", Flag),
];

const CONTRACT_UPDATE: &[Known] = &[
    Known(1, "contract", Entity),
    Known(2, "expiration", Time),
    Known(3, "admin key", Key),
    Known(6, "proxy account", Entity),
    Known(7, "auto renew period", Seconds),
    Known(8, "code in file", Entity),
    Known(9, "memo", Text),
    Known(10, "memo", Wrapped(&Text)),
    Known(11, "max auto associations", Wrapped(&Number)),
    Known(12, "auto renew account", Entity),
    Known(13, "staked account", Entity),
    Known(14, "staked node", Number),
    Known(15, "decline reward", Wrapped(&Flag)),
];

const CONTRACT_DELETE: &[Known] = &[
    Known(1, "contract", Entity),
    Known(2, "rest to account", Entity),
    Known(3, "rest to contract", Entity),
    Known(4, "permanent removal", Flag),
];

const ACCOUNT_CREATE: &[Known] = &[
    Known(1, "key", Key),
    Known(2, "initial balance", Coin),
    Known(3, "proxy account", Entity),
    Known(8, "receiver must sign", Flag),
    Known(9, "auto renew period", Seconds),
    Known(13, "memo", Text),
    Known(14, "max auto associations", Number),
    Known(15, "staked account", Entity),
    Known(16, "staked node", Number),
    Known(17, "decline reward", Flag),
    Known(18, "alias", Bytes),
];

const ACCOUNT_DELETE: &[Known] = &[Known(1, "rest to account", Entity), Known(2, "account", Entity)];

const ACCOUNT_UPDATE: &[Known] = &[
    Known(2, "account", Entity),
    Known(3, "key", Key),
    Known(4, "proxy account", Entity),
    Known(8, "auto renew period", Seconds),
    Known(9, "expiration", Time),
    Known(10, "receiver must sign", Flag),
    Known(13, "receiver must sign", Wrapped(&Flag)),
    Known(14, "memo", Wrapped(&Text)),
    Known(15, "max auto associations", Wrapped(&Number)),
    Known(16, "staked account", Entity),
    Known(17, "staked node", Number),
    Known(18, "decline reward", Wrapped(&Flag)),
];

const TRANSFER: &[Known] =
    &[Known(1, "coin", Within(COIN_LIST)), Known(2, "tokens", Within(TOKEN_TRANSFERS))];

const COIN_LIST: &[Known] = &[Known(1, "entry", Within(COIN_ENTRY))];

const COIN_ENTRY: &[Known] =
    &[Known(1, "account", Entity), Known(2, "amount", SignedCoin), Known(3, "by allowance", Flag)];

const TOKEN_TRANSFERS: &[Known] = &[
    Known(1, "token", Entity),
    Known(2, "entry", Within(TOKEN_ENTRY)),
    Known(3, "NFT", Within(NFT_ENTRY)),
    Known(4, "expected decimals", Wrapped(&Number)),
];

const TOKEN_ENTRY: &[Known] =
    &[Known(1, "account", Entity), Known(2, "amount", Signed), Known(3, "by allowance", Flag)];

const NFT_ENTRY: &[Known] = &[
    Known(1, "sender", Entity),
    Known(2, "receiver", Entity),
    Known(3, "serial", Number),
    Known(4, "by allowance", Flag),
];

const FILE_CREATE: &[Known] = &[
    Known(2, "expiration", Time),
    Known(3, "keys", KeyList),
    Known(4, "contents", Bytes),
    Known(8, "memo", Text),
];

const FILE_UPDATE: &[Known] = &[
    Known(1, "file", Entity),
    Known(2, "expiration", Time),
    Known(3, "keys", KeyList),
    Known(4, "contents", Bytes),
    Known(5, "memo", Wrapped(&Text)),
];

const FREEZE: &[Known] = &[
    Known(5, "update file", Entity),
    Known(6, "file hash", Bytes),
    Known(7, "start", Time),
    Known(8, "freeze type", Number),
];

const TOPIC_CREATE: &[Known] = &[
    Known(1, "memo", Text),
    Known(2, "admin key", Key),
    Known(3, "submit key", Key),
    Known(6, "auto renew period", Seconds),
    Known(7, "auto renew account", Entity),
    Known(8, "fee schedule key", Key),
    Known(9, "fee exempt key", Key),
    Known(10, "custom fee", Within(FIXED_TOPIC_FEE)),
];

const TOPIC_UPDATE: &[Known] = &[
    Known(1, "topic", Entity),
    Known(2, "memo", Wrapped(&Text)),
    Known(4, "expiration", Time),
    Known(6, "admin key", Key),
    Known(7, "submit key", Key),
    Known(8, "auto renew period", Seconds),
    Known(9, "auto renew account", Entity),
    Known(10, "fee schedule key", Key),
    Known(11, "fee exempt keys", KeyList),
    Known(12, "custom fees", Within(&[Known(1, "custom fee", Within(FIXED_TOPIC_FEE))])),
];

const TOPIC_MESSAGE: &[Known] = &[
    Known(1, "topic", Entity),
    Known(2, "message", Bytes),
    Known(
        3,
        "chunk",
        Within(&[
            Known(1, "first transaction", Within(TRANSACTION_ID)),
            Known(2, "chunks", Number),
            Known(3, "number", Number),
        ]),
    ),
];

const TRANSACTION_ID: &[Known] = &[
    Known(1, "valid start", Time),
    Known(2, "account", Entity),
    Known(3, "scheduled", Flag),
    Known(4, "nonce", Number),
];

const TOKEN_CREATE: &[Known] = &[
    Known(1, "name", Text),
    Known(2, "symbol", Text),
    Known(3, "decimals", Number),
    Known(4, "initial supply", Number),
    Known(5, "treasury", Entity),
    Known(6, "admin key", Key),
    Known(7, "KYC key", Key),
    Known(8, "freeze key", Key),
    Known(9, "wipe key", Key),
    Known(10, "supply key", Key),
    Known(11, "frozen by default", Flag),
    Known(13, "expiration", Time),
    Known(14, "auto renew account", Entity),
    Known(15, "auto renew period", Seconds),
    Known(16, "memo", Text),
    Known(17, "token type", Number),
    Known(18, "supply type", Number),
    Known(19, "max supply", Number),
    Known(20, "fee schedule key", Key),
    Known(21, "custom fee", Within(CUSTOM_FEE)),
    Known(22, "pause key", Key),
    Known(23, "metadata", Bytes),
    Known(24, "metadata key", Key),
];

const TOKEN_UPDATE: &[Known] = &[
    Known(1, "token", Entity),
    Known(2, "symbol", Text),
    Known(3, "name", Text),
    Known(4, "treasury", Entity),
    Known(5, "admin key", Key),
    Known(6, "KYC key", Key),
    Known(7, "freeze key", Key),
    Known(8, "wipe key", Key),
    Known(9, "supply key", Key),
    Known(10, "auto renew account", Entity),
    Known(11, "auto renew period", Seconds),
    Known(12, "expiration", Time),
    Known(13, "memo", Wrapped(&Text)),
    Known(14, "fee schedule key", Key),
    Known(15, "pause key", Key),
    Known(16, "metadata", Wrapped(&Bytes)),
    Known(17, "metadata key", Key),
    Known(18, "key verification", Number),
];

const WIPE: &[Known] = &[
    Known(1, "token", Entity),
    Known(2, "account", Entity),
    Known(3, "amount", Number),
    Known(4, "serials", Numbers),
];

const APPROVE: &[Known] = &[
    Known(1, "coin allowance", Within(COIN_ALLOWANCE)),
    Known(2, "NFT allowance", Within(NFT_ALLOWANCE)),
    Known(3, "token allowance", Within(TOKEN_ALLOWANCE)),
];

const COIN_ALLOWANCE: &[Known] =
    &[Known(1, "owner", Entity), Known(2, "spender", Entity), Known(3, "amount", Coin)];

const TOKEN_ALLOWANCE: &[Known] = &[
    Known(1, "token", Entity),
    Known(2, "owner", Entity),
    Known(3, "spender", Entity),
    Known(4, "amount", Number),
];

const NFT_ALLOWANCE: &[Known] = &[
    Known(1, "token", Entity),
    Known(2, "owner", Entity),
    Known(3, "spender", Entity),
    Known(4, "serials", Numbers),
    Known(5, "for all", Wrapped(&Flag)),
    Known(6, "delegating spender", Entity),
];

const NFT_ALLOWANCE_GONE: &[Known] =
    &[Known(1, "token", Entity), Known(2, "owner", Entity), Known(3, "serials", Numbers)];

const NFT_UPDATE: &[Known] =
    &[Known(1, "token", Entity), Known(2, "serials", Numbers), Known(3, "metadata", Wrapped(&Bytes))];

const NODE_CREATE: &[Known] = &[
    Known(1, "account", Entity),
    Known(2, "description", Text),
    Known(3, "gossip endpoint", Within(ENDPOINT)),
    Known(4, "service endpoint", Within(ENDPOINT)),
    Known(5, "gossip certificate", Bytes),
    Known(6, "certificate hash", Bytes),
    Known(7, "admin key", Key),
    Known(8, "decline reward", Flag),
    Known(9, "proxy endpoint", Within(ENDPOINT)),
];

const NODE_UPDATE: &[Known] = &[
    Known(1, "node id", Number),
    Known(2, "account", Entity),
    Known(3, "description", Wrapped(&Text)),
    Known(4, "gossip endpoint", Within(ENDPOINT)),
    Known(5, "service endpoint", Within(ENDPOINT)),
    Known(6, "gossip certificate", Wrapped(&Bytes)),
    Known(7, "certificate hash", Wrapped(&Bytes)),
    Known(8, "admin key", Key),
    Known(9, "decline reward", Wrapped(&Flag)),
    Known(10, "proxy endpoint", Within(ENDPOINT)),
];

const ENDPOINT: &[Known] = &[Known(1, "IPv4", Bytes), Known(2, "port", Number), Known(3, "domain", Text)];

const NFT: &[Known] = &[Known(1, "token", Entity), Known(2, "serial", Number)];

const REJECTION: &[Known] = &[Known(1, "token", Entity), Known(2, "NFT", Within(NFT))];

const PENDING_AIRDROP: &[Known] = &[
    Known(1, "sender", Entity),
    Known(2, "receiver", Entity),
    Known(3, "token", Entity),
    Known(4, "NFT", Within(NFT)),
];

#[cfg(test)]
mod tests;
