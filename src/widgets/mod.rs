//! Pieces of screen that know nothing of contracts: how values, lists, forms and text look and move.
//!
//! Drawing is a function of state: nothing here remembers what was drawn last.

pub mod area;
pub mod feed;
pub mod field;
pub mod find;
pub mod form;
pub mod fuzzy;
pub mod glyphs;
pub mod hex;
pub mod line;
pub mod marks;
pub mod menu;
mod palettes;
pub mod picker;
pub mod pieces;
pub mod popup;
pub mod screenshot;
pub mod scroll;
pub mod scroll_bar;
pub mod secret;
pub mod sheet;
pub mod split;
mod styles;
pub mod table;
pub mod tabs;
pub mod theme;
pub mod value;

pub use area::TextArea;
pub use feed::Feed;
pub use field::TextField;
pub use find::Find;
pub use fuzzy::Fuzzy;
pub use glyphs::Glyphs;
pub use hex::HexView;
pub use line::Band;
pub use marks::Marks;
pub use menu::{KeysAt, Menu, MenuRow};
pub use picker::Picker;
pub use scroll::Scroll;
pub use secret::SecretField;
pub use sheet::Sheet;
pub use split::Split;
pub use theme::{Theme, TimeStyle};
pub use value::{Link, Target, Value};

pub use crate::message::Role;
