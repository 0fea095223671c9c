//! The table of fields, held against what is published.

use super::*;

const PUBLISHED: &str = include_str!("../../../../../tests/fixtures/schedule-fields.txt");

/// Whether a field of this published type is read like this.
fn fits(form: Form, kind: &str) -> bool {
    let inner = kind.strip_prefix("google.protobuf.").and_then(|kind| kind.strip_suffix("Value"));
    let name = kind.rsplit('.').next().unwrap_or_default();
    match (form, inner) {
        (Wrapped(form), Some(inner)) => fits(*form, &inner.to_lowercase()),
        (Wrapped(_), None) | (_, Some(_)) => false,
        (Entity, _) => name.ends_with("ID") && name != "NftID",
        (Coin, _) => matches!(kind, "int64" | "uint64"),
        (Number | Numbers, _) => {
            matches!(kind, "int32" | "int64" | "uint32" | "uint64")
                || matches!(name, "TokenType" | "TokenSupplyType" | "TokenKeyValidation" | "FreezeType")
        }
        (SignedCoin | Signed, _) => kind == "sint64",
        (Flag, _) => kind == "bool",
        (Text, _) => kind == "string",
        (Bytes, _) => kind == "bytes",
        (Key, _) => name == "Key",
        (KeyList, _) => name.ends_with("KeyList"),
        (Seconds, _) => name == "Duration",
        (Time, _) => matches!(name, "Timestamp" | "TimestampSeconds"),
        (Within(_), _) => kind.contains('.') && !name.ends_with("Key"),
    }
}

/// The field at the end of a path of numbers; `None` below one that is read whole.
fn field(path: &str) -> Option<Result<Form, String>> {
    let mut numbers = path.split('/').map(|number| number.parse().unwrap());
    let first = numbers.next()?;
    let mut form = Within(if first == 1001 { CUSTOM_FEE_LIMIT } else { fields_of(first) });
    for number in numbers {
        let Within(fields) = form else { return None };
        match fields.iter().find(|Known(known, ..)| *known == number) {
            Some(Known(.., found)) => form = *found,
            None => return Some(Err(format!("{path} has no name"))),
        }
    }
    Some(Ok(form))
}

#[test]
fn fields_have_names_and_are_of_the_kinds_that_are_published() {
    for line in PUBLISHED.lines().filter(|line| !line.starts_with('#')) {
        let [path, _, kind] = *line.split(' ').collect::<Vec<_>>() else { panic!("{line}") };
        // The fee and the memo of the body itself.
        if matches!(path, "1" | "2") {
            continue;
        }
        match field(path) {
            Some(Ok(form)) => assert!(fits(form, kind), "{line}: {form:?}"),
            Some(Err(lack)) => panic!("{lack}: {line}"),
            None => {}
        }
    }
}
