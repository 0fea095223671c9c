//! Tokens of the ledger's own token service.

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// Its number.
    pub(crate) num: u64,
    /// Its name.
    pub(crate) name: &'static str,
    /// Its short name.
    pub(crate) symbol: &'static str,
    /// Decimal places; none for unique tokens.
    pub(crate) decimals: u8,
    /// How many there are, in the smallest unit.
    pub(crate) supply: u64,
    /// Whether each is unique.
    pub(crate) unique: bool,
    /// Whether moving it costs fees of its own.
    pub(crate) fees: bool,
    /// Whether it has been deleted.
    pub(crate) deleted: bool,
}

const USUAL: Token = Token {
    num: 0,
    name: "",
    symbol: "",
    decimals: 8,
    supply: 100_000_000_000_000_000,
    unique: false,
    fees: false,
    deleted: false,
};

/// All of them.
pub(crate) static ALL: [Token; 7] = [
    Token { num: 2001, name: "Harbour Coin", symbol: "HRBR", ..USUAL },
    Token {
        num: 2002,
        name: "Dollar\u{202e}Coin",
        symbol: "US\u{1b}[31mD",
        decimals: 6,
        supply: 500_000_000_000_000,
        fees: true,
        ..USUAL
    },
    Token { num: 2003, name: "Whole Grain", symbol: "GRAIN", decimals: 0, supply: i64::MAX as u64, ..USUAL },
    Token { num: 2004, name: "Gone Gold", symbol: "GONE", decimals: 2, supply: 0, deleted: true, ..USUAL },
    Token { num: 2005, name: "Lighthouses", symbol: "LIGHT", decimals: 0, supply: 40, unique: true, ..USUAL },
    Token {
        num: 2006,
        name: "Signed Charts",
        symbol: "CHART",
        decimals: 0,
        supply: 7,
        unique: true,
        ..USUAL
    },
    Token { num: 2007, name: "", symbol: "", decimals: 18, ..USUAL },
];

/// The token with this number.
pub(crate) fn by_num(num: u64) -> Option<&'static Token> {
    ALL.iter().find(|token| token.num == num)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found_by_number() {
        assert!(ALL.is_sorted_by_key(|token| token.num));
        assert_eq!(by_num(2001).map(|token| token.decimals), Some(8));
        assert!(by_num(2000).is_none());
    }
}
