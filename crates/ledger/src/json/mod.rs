//! Reads the servers' JSON: tolerantly, field by field, and without losing a digit.
//!
//! A record is split into its raw members; then every field is parsed by its type. A field that does not parse is
//! [`Field::Odd`], and its neighbours are not affected.

mod record;
mod scalar;

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

pub(crate) use self::scalar::{base64, base64_text, lenient_account};
use super::{Field, RawJson, Text};

/// The longest list that is read, far longer than any server sends. Without a bound, a small body of very
/// many empty elements would fill the memory.
const MAX_LIST_LEN: usize = 50_000;

/// A piece of JSON that is well formed and unread, and the body that it is a part of.
#[derive(Clone, Copy)]
pub struct Json<'a> {
    text: &'a str,
    body: &'a RawJson,
}

/// Reads a type out of JSON.
pub trait FromJson: Sized {
    /// The value, or `None` if the JSON has another shape. Null never comes here.
    fn from_json(json: Json<'_>) -> Option<Self>;
}

impl<'a> Json<'a> {
    /// A whole body, which must be well-formed JSON.
    pub fn whole(body: &'a RawJson) -> Self {
        Self { text: body.raw(), body }
    }

    /// The JSON as sent.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The piece as it was sent, sharing the memory of its body.
    pub fn part(self) -> RawJson {
        self.body.part(self.range())
    }

    /// The position of the piece in its body.
    pub fn range(self) -> Range<usize> {
        let start = self.text.as_ptr().addr().wrapping_sub(self.body.raw().as_ptr().addr());
        start..start.saturating_add(self.text.len())
    }

    /// The text of a string with its escapes undone.
    pub fn string(self) -> Option<Cow<'a, str>> {
        serde_json::from_str::<Name<'a>>(self.text).ok().map(|name| name.0)
    }

    /// The digits of a number exactly as sent, or the text of a string.
    pub fn scalar(self) -> Option<Cow<'a, str>> {
        match self.text.bytes().next()? {
            b'"' => self.string(),
            b'-' | b'0'..=b'9' => Some(Cow::Borrowed(self.text)),
            _ => None,
        }
    }

    /// Whether this is the literal `null`.
    pub fn is_null(self) -> bool {
        self.text == "null"
    }

    /// The elements of an array; `None` of a longer one than any server sends.
    pub fn elements(self) -> Option<Vec<Self>> {
        let values: Vec<&'a RawValue> = serde_json::from_str(self.text).ok()?;
        if values.len() > MAX_LIST_LEN {
            return None;
        }
        Some(values.into_iter().map(|value| self.inner(value)).collect())
    }

    /// The members of an object.
    pub fn object(self) -> Option<Object<'a>> {
        let members: Members<'a> = serde_json::from_str(self.text).ok()?;
        let members = members.0.into_iter().map(|(name, value)| (name, self.inner(value)));
        Some(Object { json: Some(self), members: members.collect() })
    }

    /// The record that this is. What is no object has all fields absent.
    pub fn record<T: Record>(self) -> T {
        T::from_object(&self.object().unwrap_or(Object { json: Some(self), members: Vec::new() }))
    }

    /// A piece of the same body.
    fn inner(self, value: &'a RawValue) -> Self {
        Self { text: value.get(), body: self.body }
    }

    /// The field whose value this is, if `parse` reads it.
    fn field<T>(self, parse: impl FnOnce(Self) -> Option<T>) -> Field<T> {
        if self.is_null() {
            return Field::Null;
        }
        parse(self).map_or_else(|| Field::Odd(Text::new(self.text)), Field::Known)
    }
}

/// What is read from the members of an object.
pub trait Record: Sized {
    /// The members that it has a field for, and those that are left out on purpose.
    const NAMES: &'static [&'static str];

    /// Reads each field from its member; a field without one is absent.
    fn from_object(object: &Object<'_>) -> Self;
}

impl<T: Record> FromJson for T {
    fn from_json(json: Json<'_>) -> Option<Self> {
        json.object().map(|object| Self::from_object(&object))
    }
}

/// An object whose members are unread.
#[derive(Default)]
pub struct Object<'a> {
    /// Where it is.
    json: Option<Json<'a>>,
    members: Vec<(Cow<'a, str>, Json<'a>)>,
}

impl<'a> Object<'a> {
    /// The member of this name; of several the last.
    pub fn get(&self, name: &str) -> Option<Json<'a>> {
        self.members.iter().rfind(|(known, _)| known == name).map(|(_, json)| *json)
    }

    /// The field of this name.
    pub fn field<T: FromJson>(&self, name: &str) -> Field<T> {
        self.field_by(name, T::from_json)
    }

    /// The field of this name, as `parse` reads it.
    pub fn field_by<T>(&self, name: &str, parse: impl FnOnce(Json<'a>) -> Option<T>) -> Field<T> {
        self.get(name).map_or(Field::Absent, |json| json.field(parse))
    }

    /// The record of these members, whatever the name.
    pub fn whole<T: Record>(&self, _name: &str) -> T {
        T::from_object(self)
    }

    /// For a field that no server sends.
    pub fn unset<T: Default>(&self, _name: &str) -> T {
        T::default()
    }

    /// The object as received.
    pub fn raw(&self) -> RawJson {
        self.json.map(Json::part).unwrap_or_default()
    }

    /// The members of other names than these, as received.
    pub fn others(&self, known: &[&str]) -> Vec<(Text, RawJson)> {
        let others = self.members().filter(|(name, _)| !known.contains(name));
        others.map(|(name, json)| (Text::from(name), json.part())).collect()
    }

    /// Every member, in the order sent.
    pub fn members(&self) -> impl Iterator<Item = (&str, Json<'a>)> {
        self.members.iter().map(|(name, json)| (name.as_ref(), *json))
    }
}

/// A string that borrows from the body unless it has escapes.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// The members of an object in the order sent, twins included.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<'a>(std::marker::PhantomData<&'a ()>);

        impl<'de: 'a, 'a> serde::de::Visitor<'de> for Visitor<'a> {
            type Value = Members<'a>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(40);
                while let Some((name, value)) = map.next_entry::<Name<'a>, &'a RawValue>()? {
                    members.push((name.0, value));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Visitor(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a field of a document that is an object.
    pub(super) fn field<T: FromJson>(document: &str, name: &str) -> Field<T> {
        let body = RawJson::new(document);
        let json = Json::whole(&body);
        json.object().unwrap().field(name)
    }

    #[test]
    fn absent_null_known_and_odd_are_told_apart() {
        assert_eq!(field::<i64>("{}", "a"), Field::Absent);
        assert_eq!(field::<i64>(r#"{"a":null}"#, "a"), Field::Null);
        assert_eq!(field::<i64>(r#"{"a":7}"#, "a"), Field::Known(7));
        assert_eq!(field::<i64>(r#"{"a":{"b":1}}"#, "a"), Field::Odd(Text::from(r#"{"b":1}"#)));
    }

    #[test]
    fn of_twins_the_last_counts_and_escaped_names_are_found() {
        assert_eq!(field::<i64>(r#"{"a":1,"\u0061":2}"#, "a"), Field::Known(2));
    }

    #[test]
    fn a_part_shares_its_body() {
        let body = RawJson::new(r#" {"a": [1, {"b":2}] }"#);
        let body = body.part(1..body.raw().len());
        let json = Json::whole(&body);
        let list = json.object().unwrap().get("a").unwrap().elements().unwrap();
        assert_eq!(list[1].part().raw(), r#"{"b":2}"#);
    }
}
