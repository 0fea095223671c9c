//! How much of a stranger's ABI is read. The ABI library has no such bounds: a type with two thousand array
//! suffixes would overflow its stack, and little data with overlapping offsets would keep it busy for seconds.

use std::fmt;

use super::Refusal;

/// The bound that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The text of an interface has more bytes than [`MAX_TEXT_BYTES`].
    Text,
    /// An interface has more entries than [`MAX_ENTRIES`].
    Entries,
    /// A signature has more parameters than [`MAX_PARAMETERS`], with those of tuples.
    Parameters,
    /// A type's text is longer than [`MAX_TYPE_LEN`].
    Type,
    /// A line with a signature is longer than [`MAX_LINE_LEN`].
    Line,
    /// A name is longer than [`MAX_NAME_LEN`].
    Name,
    /// A type has more array suffixes than [`MAX_ARRAY_SUFFIXES`].
    Suffixes,
    /// Tuples are nested deeper than [`MAX_NESTED_TUPLES`].
    Tuples,
    /// A type holds nothing: an array of no length, or an empty tuple.
    Nothing,
    /// A type's arrays of fixed length have more members than [`MAX_VALUE_WORDS`].
    Weight,
    /// There are more bytes than [`MAX_DATA_BYTES`].
    Data,
    /// Reading would take more steps than [`MAX_WORDS_READ`].
    Work,
    /// Inner calls exceed the maximum depth or number.
    Calls,
}

/// Maximum number of bytes of an interface's text.
pub const MAX_TEXT_BYTES: usize = 4 << 20;
/// Maximum number of entries of an interface.
pub const MAX_ENTRIES: usize = 4096;
/// Maximum number of parameters of one signature.
pub const MAX_PARAMETERS: usize = 256;
/// Maximum number of characters of a type.
pub const MAX_TYPE_LEN: usize = 256;
/// Maximum number of characters of a signature that is written by hand.
pub const MAX_LINE_LEN: usize = 2048;
/// Maximum number of characters of a name.
pub const MAX_NAME_LEN: usize = 128;
/// Maximum number of array suffixes of a type, with those of the tuples around it.
pub const MAX_ARRAY_SUFFIXES: usize = 4;
/// Maximum depth of nested tuples.
pub const MAX_NESTED_TUPLES: usize = 16;
/// Limit on the minimum number of words in a value of a type.
pub const MAX_VALUE_WORDS: usize = 1024;
/// Maximum number of bytes decoded by a signature.
pub const MAX_DATA_BYTES: usize = 256 << 10;
/// Limit on words times weight decoded at once.
pub const MAX_WORDS_READ: usize = 1 << 20;

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => write!(f, "the interface has more than {} MiB", MAX_TEXT_BYTES >> 20),
            Self::Entries => write!(f, "the interface has more than {MAX_ENTRIES} entries"),
            Self::Parameters => write!(f, "the signature has more than {MAX_PARAMETERS} parameters"),
            Self::Type => write!(f, "a type has more than {MAX_TYPE_LEN} characters"),
            Self::Line => write!(f, "a signature has more than {MAX_LINE_LEN} characters"),
            Self::Name => write!(f, "a name has more than {MAX_NAME_LEN} characters"),
            Self::Suffixes => write!(f, "a type has more than {MAX_ARRAY_SUFFIXES} array suffixes"),
            Self::Tuples => write!(f, "tuples lie more than {MAX_NESTED_TUPLES} deep"),
            Self::Nothing => f.write_str("a type holds nothing"),
            Self::Weight => write!(f, "a type has more than {MAX_VALUE_WORDS} members"),
            Self::Data => write!(f, "more than {} KiB are not read", MAX_DATA_BYTES >> 10),
            Self::Work => f.write_str("decoding this would take too long"),
            Self::Calls => f.write_str("no more calls within calls are unfolded"),
        }
    }
}

/// Refuses text with types past the bounds before the ABI library sees it; how many array suffixes lie within each
/// other in it, at most. `around` is how many brackets are no tuple but the signature's own.
pub(super) fn measure(text: &str, around: usize) -> Result<usize, Refusal> {
    // The suffixes found so far in each open tuple, those within the value before, and its own.
    let (mut open, mut within, mut own) = (vec![0_usize], 0, 0);
    for c in text.bytes() {
        match c {
            b'[' => own += 1,
            b'(' | b',' | b')' => {
                let deepest = open.last_mut().map_or(0, |most| {
                    *most = (*most).max(within + own);
                    *most
                });
                (within, own) = (0, 0);
                match c {
                    b'(' => open.push(0),
                    b')' if open.len() > 1 => {
                        open.pop();
                        within = deepest;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        if open.len() - 1 > MAX_NESTED_TUPLES + around {
            return Err(Refusal::PastBound(Bound::Tuples));
        }
    }
    let deepest = open.iter().copied().max().unwrap_or(0).max(within + own);
    if deepest > MAX_ARRAY_SUFFIXES { Err(Refusal::PastBound(Bound::Suffixes)) } else { Ok(deepest) }
}
