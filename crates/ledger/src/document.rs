//! Records as documents: machine-readable output of details, with stable keys.

use alloy_primitives::U256;
use serde_json::{Map, Value as Json};

use super::{
    ContractRef, EntityId, EvmAddress, Field, HexBytes, Quantity, RawJson, Text, Timestamp, TransactionId,
    Unit,
};

/// What has a form in documents. Nothing is shortened; what is not known is null, and a field that a server sent in
/// another shape is a text, as sent.
pub trait Document {
    /// An object with the record's fields by their names in the API, or a simpler value.
    fn document(&self) -> Json;
}

/// An object of these members, in this order.
#[macro_export]
macro_rules! document {
    ($($name:literal: $value:expr),+ $(,)?) => {
        $crate::document::object([
            $(($name, $crate::document::Document::document(&$value))),+
        ])
    };
}
pub use crate::document;

/// The unit of tokens' amounts: a token's decimals say how many of them make one.
pub const SMALLEST: &str = "smallest unit";

/// The greatest integer that every reader of JSON takes exactly; larger ones are texts of digits.
const MAX_EXACT: u64 = 1 << 53;

/// An object of these members, in their order.
pub fn object<'a>(members: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
}

/// The members of two objects as one.
pub fn joined(first: Json, second: Json) -> Json {
    match (first, second) {
        (Json::Object(mut all), Json::Object(more)) => {
            all.extend(more);
            Json::Object(all)
        }
        (first, _) => first,
    }
}

/// An amount with its unit.
pub fn amount(amount: &impl Document, unit: Unit) -> Json {
    document! { "amount": amount, "unit": unit.label() }
}

/// An untrusted text, complete. Invalid UTF-8 is replaced.
pub fn lossy(text: &Text) -> String {
    String::from_utf8_lossy(text.raw()).into_owned()
}

impl Document for Json {
    fn document(&self) -> Json {
        self.clone()
    }
}

impl Document for bool {
    fn document(&self) -> Json {
        (*self).into()
    }
}

macro_rules! whole_numbers {
    ($($number:ty),+) => {
        $(impl Document for $number {
            fn document(&self) -> Json {
                let exact = i64::try_from(*self).ok().filter(|number| number.unsigned_abs() <= MAX_EXACT);
                exact.map_or_else(|| self.to_string().into(), Json::from)
            }
        })+
    };
}
whole_numbers!(i64, i128, u64, usize, U256);

macro_rules! texts {
    ($($printed:ty),+) => {
        $(impl Document for $printed {
            fn document(&self) -> Json {
                self.to_string().into()
            }
        })+
    };
}
texts!(str, String, EntityId, ContractRef, TransactionId);

impl Document for Text {
    fn document(&self) -> Json {
        lossy(self).into()
    }
}

impl Document for EvmAddress {
    fn document(&self) -> Json {
        self.checksummed().into()
    }
}

impl Document for HexBytes {
    fn document(&self) -> Json {
        self.to_hex().into()
    }
}

impl Document for Quantity {
    fn document(&self) -> Json {
        self.0.document()
    }
}

impl Document for RawJson {
    fn document(&self) -> Json {
        serde_json::from_str(self.raw()).unwrap_or(Json::Null)
    }
}

impl Document for Timestamp {
    fn document(&self) -> Json {
        let utc = self.utc();
        let iso = utc.contains(' ').then(|| utc.replace(' ', "T") + "Z");
        document! { "exact": self.to_string(), "iso": iso }
    }
}

impl<T: Document + ?Sized> Document for &T {
    fn document(&self) -> Json {
        (**self).document()
    }
}

impl<T: Document> Document for Option<T> {
    fn document(&self) -> Json {
        self.as_ref().map_or(Json::Null, T::document)
    }
}

impl<T: Document> Document for Field<T> {
    fn document(&self) -> Json {
        match self {
            Self::Absent | Self::Null => Json::Null,
            Self::Known(value) => value.document(),
            Self::Odd(text) => text.document(),
        }
    }
}

impl<T: Document> Document for Vec<T> {
    fn document(&self) -> Json {
        self.iter().map(T::document).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_reader_would_round_is_a_text_of_digits() {
        assert_eq!((1_i64 << 53).document(), json!(9_007_199_254_740_992_u64));
        assert_eq!((-(1_i128 << 53) - 1).document(), json!("-9007199254740993"));
        assert_eq!(U256::MAX.document(), json!(U256::MAX.to_string()));
        let at = Timestamp { seconds: 1_795_216_207, nanos: 5 };
        let iso = "2026-11-20T23:10:07.000000005Z";
        assert_eq!(at.document(), json!({ "exact": "1795216207.000000005", "iso": iso }));
        let beyond = Timestamp::from_secs(u64::MAX).document();
        assert_eq!(beyond["iso"], Json::Null, "{beyond}");
        assert_eq!(Field::<i64>::Odd(Text::from("–")).document(), json!("–"));
    }
}
