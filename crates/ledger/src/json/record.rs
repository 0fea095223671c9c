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
