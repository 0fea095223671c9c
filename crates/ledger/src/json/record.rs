//! The table of a record: each field of a server's JSON, written once.

/// Types that are read from an object, field by field. A field is
///
/// ```text
/// pub name: Type = "member" as read => form,
/// ```
///
/// - `= "member"`: its name in JSON, if it has another one here.
/// - `as read`: what reads it from the object by that name, instead of [`Object::field`](crate::json::Object::field).
/// - `=> form`: what makes its value in the document, instead of [`Document`](crate::Document).
///
/// A type with `: Document` is a document of all its fields, by their names here and in this order. At the end
/// `..raw` is a field for the record as received, which makes it a [`Row`](crate::Row); `, unknown` is one for the members
/// that no field reads, except those listed after `but`.
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* } $($more:tt)*) => {
        $crate::record!(@Record $(#[$meta])* $name { $($fields)* });
        $crate::record!($($more)*);
    };
    ($(#[$meta:meta])* pub struct $name:ident: $form:ident { $($fields:tt)* } $($more:tt)*) => {
        $crate::record!(@Record $(#[$meta])* $name { $($fields)* });
        $crate::record!(@$form $name { $($fields)* });
        $crate::record!($($more)*);
    };
    () => {};
    (@Record $(#[$meta:meta])* $name:ident {
        $($(#[$doc:meta])* pub $field:ident: $type:ty $(= $member:literal)? $(as $read:path)? $(=> $shown:path)?,)*
        $(..$raw:ident)? $(, $unknown:ident)? $(but $($other:literal)+)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)*
            $(
                /// Members that no field reads: their name, and their JSON as received.
                pub $unknown: Vec<($crate::Text, $crate::RawJson)>,
            )?
            $(
                /// The record as received.
                #[serde(skip)]
                pub $raw: $crate::RawJson,
            )?
        }

        impl $crate::json::Record for $name {
            const NAMES: &'static [&'static str] =
                &[$($crate::record!(@or stringify!($field) $(, $member)?),)* $($($other),+)?];

            fn from_object(object: &$crate::json::Object<'_>) -> Self {
                Self {
                    $($field: $crate::record!(@or $crate::json::Object::field $(, $read)?)(
                        object, $crate::record!(@or stringify!($field) $(, $member)?)),)*
                    $($unknown: object.others(Self::NAMES),)?
                    $($raw: object.raw(),)?
                }
            }
        }

        $(impl $crate::Row for $name {
            fn raw(&self) -> &$crate::RawJson {
                &self.$raw
            }
        })?
    };
    (@Document $name:ident {
        $($(#[$doc:meta])* pub $field:ident: $type:ty $(= $member:literal)? $(as $read:path)? $(=> $shown:path)?,)*
        $(..$($rest:tt)+)?
    }) => {
        impl $crate::Document for $name {
            fn document(&self) -> serde_json::Value {
                $crate::document::object([$((
                    stringify!($field).trim_start_matches("r#"),
                    $crate::record!(@or $crate::Document::document $(, $shown)?)(&self.$field),
                )),*])
            }
        }
    };
    (@or $default:expr) => { $default };
    (@or $default:expr, $given:expr) => { $given };
}

#[cfg(test)]
#[expect(unreachable_pub, reason = "the types of a table are public")]
mod tests {
    use serde_json::json;

    use crate::json::{Json, Object};
    use crate::{Document, Field, RawJson, Text};

    record! {
        pub struct Part: Document {
            pub r#type: Field<Text> = "_type",
        }

        pub struct Sample: Document {
            pub size: Field<i64> = "length" => doubled,
            pub name: Field<Text> as quoted,
            pub part: Field<Part>,
            ..raw, unknown but "links"
        }
    }

    fn doubled(size: &Field<i64>) -> serde_json::Value {
        size.map(|size| 2 * size).document()
    }

    fn quoted(object: &Object<'_>, name: &str) -> Field<Text> {
        object.field_by(name, |json| Some(Text::new(json.text())))
    }

    #[test]
    fn a_table_reads_and_shows_each_field() {
        let body = RawJson::new(r#" {"name":"a","length":2,"links":{},"x":1,"part":{"_type":"b"}} "#);
        let sample: Sample = Json::whole(&body).record();
        let unknown = sample.unknown.iter().map(|(name, json)| (name.escaped(), json.raw()));
        assert_eq!(unknown.collect::<Vec<_>>(), [("x".to_owned(), "1")]);
        assert_eq!(sample.raw.raw(), body.raw());
        let shown = json!({ "size": 4, "name": "\"a\"", "part": { "type": "b" } });
        assert_eq!(sample.document().to_string(), shown.to_string(), "in the order of the table");
    }

    #[test]
    fn what_is_no_object_is_a_record_without_fields() {
        let body = RawJson::new("7");
        let sample: Sample = Json::whole(&body).record();
        assert_eq!((sample.raw.raw(), sample.size), ("7", Field::Absent));
    }
}
