//! Compressed rows of a list: thousands stay loaded, and only those near the screen are unpacked.

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

/// The rows of one page, each of which can be had by itself, and the page's body as received.
///
/// Rows of a page resemble each other: a row is compressed with the first one as its dictionary. Of the recorded pages
/// of a busy contract, a result takes some 340 bytes with its share of the body, of 3,100 unpacked.
#[derive(Clone, PartialEq, Eq)]
pub struct PackedRows<T> {
    first: Box<[u8]>,
    rows: Box<[u8]>,
    /// Where each row ends in `rows`.
    ends: Box<[u32]>,
    /// Where each row is in the body.
    parts: Box<[Range<u32>]>,
    body: Deflated,
    row: PhantomData<fn() -> T>,
}

/// A body, deflated.
#[derive(Clone, PartialEq, Eq, Default)]
struct Deflated(Box<[u8]>);

impl Deflated {
    fn new(body: &RawJson) -> Self {
        if body.raw().is_empty() {
            return Self::default();
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        // Writing to memory does not fail.
        let _ = encoder.write_all(body.raw().as_bytes());
        Self(encoder.finish().unwrap_or_default().into())
    }

    fn inflated(&self) -> RawJson {
        let mut body = String::new();
        let read = DeflateDecoder::new(&*self.0).read_to_string(&mut body);
        RawJson::new(if read.is_ok() { body } else { String::new() })
    }
}

impl<T: Row> PackedRows<T> {
    /// Packs the rows of a page with its body, in time proportional to the body's length.
    pub fn pack(rows: &[Arc<T>], body: &RawJson) -> Self {
        let bytes = |row: &Arc<T>| postcard::to_allocvec(&**row).unwrap_or_default();
        let first = rows.first().map(bytes).unwrap_or_default();
        let (mut packed, mut ends, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            packed.extend(compress_prepend_size_with_dict(&bytes(row), &first));
            ends.push(offset(packed.len()));
            let Range { start, end } = row.raw().range();
            parts.push(offset(start)..offset(end));
        }
        Self {
            first: first.into(),
            rows: packed.into(),
            ends: ends.into(),
            parts: parts.into(),
            body: Deflated::new(body),
            row: PhantomData,
        }
    }

    /// The row at this index, without its JSON. `None` past the last.
    pub fn row(&self, at: usize) -> Option<T> {
        let start = at.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        let packed = self.rows.get(place(start)..place(*self.ends.get(at)?))?;
        let bytes = decompress_size_prepended_with_dict(packed, &self.first).ok()?;
        postcard::from_bytes(&bytes).ok()
    }

    /// A row as received, in time proportional to the body's length.
    pub fn raw(&self, at: usize) -> Option<RawJson> {
        self.part(&self.body(), at)
    }

    /// A row as received, of this body.
    pub fn part(&self, body: &RawJson, at: usize) -> Option<RawJson> {
        let part = self.parts.get(at)?;
        Some(body.part(place(part.start)..place(part.end)))
    }

    /// Whether the page came with a body.
    pub fn has_body(&self) -> bool {
        !self.body.0.is_empty()
    }

    /// The page's body as received, in time proportional to its length.
    pub fn body(&self) -> RawJson {
        self.body.inflated()
    }

    /// Its size in memory, bytes.
    pub fn bytes(&self) -> usize {
        let places = size_of_val(&*self.ends) + size_of_val(&*self.parts);
        self.first.len() + self.rows.len() + places + self.body.0.len()
    }
}

/// A place in a page; no page is longer than four gigabytes.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn place(offset: u32) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

impl<T> fmt::Debug for PackedRows<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedRows({} rows)", self.ends.len())
    }
}
