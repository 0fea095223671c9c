//! Compressed rows of a list: thousands stay loaded, and only those near the screen are unpacked. The others may be
//! stored on disk.

use std::fmt;
use std::io::{Read, Write};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use lz4_flex::block::{compress_prepend_size_with_dict, decompress_size_prepended_with_dict};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::RawJson;

/// A row that can be packed. Its JSON stays with its page.
pub trait Row: fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The row as received, a part of the page's body.
    fn raw(&self) -> &RawJson;
}

/// The rows of one page, individually accessible, and the page's body as received.
///
/// Rows of a page resemble each other: each row is compressed with the first one as its dictionary. In recorded pages
/// of a busy contract, a result takes some 340 bytes including its share of the body, compared to 3,100 unpacked.
pub struct PackedRows<T> {
    /// The first row, then all rows compressed, then the body deflated.
    bytes: Arc<dyn Held>,
    /// Where the first row ends in them.
    first: usize,
    /// The end offset of each row after the first.
    ends: Box<[u32]>,
    /// Where each row is in the body.
    parts: Box<[Range<u32>]>,
    has_body: bool,
    row: PhantomData<fn() -> T>,
}

fn deflated(body: &RawJson) -> Vec<u8> {
    if body.raw().is_empty() {
        return Vec::new();
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail.
    let _ = encoder.write_all(body.raw().as_bytes());
    encoder.finish().unwrap_or_default()
}

impl<T: Row> PackedRows<T> {
    /// Packs the rows of a page with its body, in time proportional to the body's length.
    pub fn pack(rows: &[Arc<T>], body: &RawJson) -> Self {
        Self::held_by(InMemory::keep, rows, body)
    }

    /// Packs the rows and stores the bytes with `hold`.
    pub fn held_by(hold: fn(Vec<u8>) -> Arc<dyn Held>, rows: &[Arc<T>], body: &RawJson) -> Self {
        Self::with_parts(hold, rows, rows.iter().map(|row| row.raw().range()), body)
    }

    /// A page with only these rows and the parts of the body that belong to them.
    #[must_use]
    pub fn only(&self, rows: &[Arc<T>]) -> Self {
        let (mut body, mut parts) = (String::new(), Vec::new());
        for row in rows {
            let start = body.len();
            body.push_str(row.raw().raw());
            parts.push(start..body.len());
        }
        Self::with_parts(|bytes| self.bytes.hold(bytes), rows, parts.into_iter(), &RawJson::new(body))
    }

    fn with_parts(
        hold: impl FnOnce(Vec<u8>) -> Arc<dyn Held>,
        rows: &[Arc<T>],
        parts: impl Iterator<Item = Range<usize>>,
        body: &RawJson,
    ) -> Self {
        let bytes = |row: &Arc<T>| postcard::to_allocvec(&**row).unwrap_or_default();
        let first = rows.first().map(bytes).unwrap_or_default();
        let (mut packed, mut ends) = (first.clone(), Vec::new());
        for row in rows {
            packed.extend(compress_prepend_size_with_dict(&bytes(row), &first));
            ends.push(offset(packed.len() - first.len()));
        }
        let parts: Vec<_> = parts.map(|part| offset(part.start)..offset(part.end)).collect();
        let body = deflated(body);
        packed.extend(&body);
        Self {
            bytes: hold(packed),
            first: first.len(),
            ends: ends.into(),
            parts: parts.into(),
            has_body: !body.is_empty(),
            row: PhantomData,
        }
    }

    /// The page, if it is in memory.
    pub fn here(&self) -> Option<OpenPage<'_, T>> {
        Some(OpenPage { page: self, bytes: self.bytes.here()? })
    }

    /// The page, in memory or on disk; may block on disk I/O. `None` if it cannot be read.
    pub fn read(&self) -> Option<OpenPage<'_, T>> {
        Some(OpenPage { page: self, bytes: self.bytes.read()? })
    }

    /// The row at this index, without its JSON. `None` past the last, and while the page is not in memory.
    pub fn row(&self, at: usize) -> Option<T> {
        self.here()?.row(at)
    }

    /// Whether the page came with a body.
    pub fn has_body(&self) -> bool {
        self.has_body
    }

    /// Its size, bytes, without what may be put on disk; and the size of that.
    pub fn size(&self) -> (usize, usize) {
        (size_of_val(&*self.ends) + size_of_val(&*self.parts), self.bytes.count())
    }

    /// Whether it is meant to be in memory.
    pub fn is_wanted(&self) -> bool {
        self.bytes.is_wanted()
    }

    /// The part that can be spilled to disk.
    pub fn held(&self) -> Arc<dyn Held> {
        Arc::clone(&self.bytes)
    }
}

/// A page that is in memory as long as this is.
pub struct OpenPage<'a, T> {
    page: &'a PackedRows<T>,
    bytes: Arc<[u8]>,
}

impl<T: Row> OpenPage<'_, T> {
    /// The row at this index, without its JSON. `None` past the last.
    pub fn row(&self, at: usize) -> Option<T> {
        let (first, rows) = self.bytes.split_at_checked(self.page.first)?;
        let start = at.checked_sub(1).map_or(Some(0), |before| self.page.ends.get(before).copied())?;
        let packed = rows.get(place(start)..place(*self.page.ends.get(at)?))?;
        let bytes = decompress_size_prepended_with_dict(packed, first).ok()?;
        postcard::from_bytes(&bytes).ok()
    }

    /// A row as received, of this body.
    pub fn part(&self, body: &RawJson, at: usize) -> Option<RawJson> {
        let part = self.page.parts.get(at)?;
        Some(body.part(place(part.start)..place(part.end)))
    }

    /// The page's body as received, in time proportional to its length.
    pub fn body(&self) -> RawJson {
        let start = self.page.first + self.page.ends.last().copied().map_or(0, place);
        let deflated = self.bytes.get(start..).unwrap_or_default();
        let mut body = String::new();
        let read = DeflateDecoder::new(deflated).read_to_string(&mut body);
        RawJson::new(if read.is_ok() { body } else { String::new() })
    }
}

/// A place in a page; no page is longer than four gigabytes.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn place(offset: u32) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// Pages are equal that hold the same; one that is on disk is equal to itself alone.
impl<T> PartialEq for PackedRows<T> {
    fn eq(&self, other: &Self) -> bool {
        let same_rows = || (self.first, &self.ends, &self.parts) == (other.first, &other.ends, &other.parts);
        Arc::ptr_eq(&self.bytes, &other.bytes)
            || same_rows() && self.bytes.here().is_some_and(|here| other.bytes.here() == Some(here))
    }
}

impl<T> Eq for PackedRows<T> {}

impl<T> fmt::Debug for PackedRows<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedRows({} rows)", self.ends.len())
    }
}

/// Storage for spilled bytes. Its calls block on disk I/O.
pub trait Shelf: fmt::Debug + Send + Sync {
    /// Puts bytes there; `None` if there is no room.
    fn put(&self, bytes: &[u8]) -> Option<Arc<dyn Shelved>>;
}

/// Bytes on a shelf, until the last that names them is dropped.
pub trait Shelved: fmt::Debug + Send + Sync {
    /// Reads the bytes. Blocks on disk I/O.
    fn read(&self) -> Option<Box<[u8]>>;
}

/// Bytes, wherever they are. They never change.
pub trait Held: fmt::Debug + Send + Sync {
    /// Number of bytes.
    fn count(&self) -> usize;

    /// The bytes, if they are in memory.
    fn here(&self) -> Option<Arc<[u8]>>;

    /// Reads the bytes without moving them. `None` if they cannot be read. May block on disk I/O.
    fn read(&self) -> Option<Arc<[u8]>> {
        self.here()
    }

    /// Stores other bytes in the same way.
    fn hold(&self, bytes: Vec<u8>) -> Arc<dyn Held>;

    /// Whether the bytes should be in memory.
    fn is_wanted(&self) -> bool {
        true
    }

    /// Sets whether the bytes should be in memory; `put_away` and `fetch` then move them. Returns `false` if nothing
    /// changes or the bytes cannot be moved.
    fn set_wanted(&self, _is_wanted: bool) -> bool {
        false
    }

    /// Moves the bytes to the shelf unless they should be in memory. Returns `false` if there is no room. Blocks on
    /// disk I/O.
    fn put_away(&self, _shelf: &dyn Shelf) -> bool {
        true
    }

    /// Loads the bytes from the shelf if they should be in memory. Returns `false` if they cannot be read. Blocks on
    /// disk I/O.
    fn fetch(&self) -> bool {
        true
    }
}

/// Bytes that stay in memory.
#[derive(Debug)]
pub(crate) struct InMemory(Arc<[u8]>);

impl InMemory {
    pub(crate) fn keep(bytes: Vec<u8>) -> Arc<dyn Held> {
        Arc::new(Self(bytes.into()))
    }
}

impl Held for InMemory {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn here(&self) -> Option<Arc<[u8]>> {
        Some(Arc::clone(&self.0))
    }

    fn hold(&self, bytes: Vec<u8>) -> Arc<dyn Held> {
        Self::keep(bytes)
    }
}
