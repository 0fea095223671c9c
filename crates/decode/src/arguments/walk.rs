//! A walk through encoded data before it is decoded, as the decoder will walk: no encoder visits a word twice, so a
//! walk that would take more steps than there are words ends. This keeps overlapping offsets from costing time.

use alloy_dyn_abi::DynSolType;
use alloy_primitives::U256;

use super::super::abi::WORD;
use super::super::reading::Fault;

/// The remaining steps of a walk.
struct Steps(usize);

/// Walks through the values of these types. `Ok` means that decoding them ends soon.
pub(super) fn walk(shapes: &[DynSolType], data: &[u8]) -> Result<(), Fault> {
    let mut steps = Steps(data.len().div_ceil(WORD));
    steps.sequence(shapes.iter(), data)
}

impl Steps {
    fn spend(&mut self, steps: usize) -> Result<(), Fault> {
        self.0 = self.0.checked_sub(steps).ok_or(Fault::Overlaps)?;
        Ok(())
    }

    fn sequence<'a>(
        &mut self,
        shapes: impl Iterator<Item = &'a DynSolType>,
        base: &[u8],
    ) -> Result<(), Fault> {
        let mut at = 0;
        for shape in shapes {
            at = self.value(shape, base, at)?;
        }
        Ok(())
    }

    /// Walks through one value whose head is at `at`; where the next one's head is.
    fn value(&mut self, shape: &DynSolType, base: &[u8], at: usize) -> Result<usize, Fault> {
        match shape {
            DynSolType::String | DynSolType::Bytes => {
                let tail = self.follow(base, at)?;
                let (length, content) = self.length(tail)?;
                content.get(..length).ok_or(Fault::TooShort)?;
                self.spend(length.div_ceil(WORD))?;
            }
            DynSolType::Array(inner) => {
                let tail = self.follow(base, at)?;
                let (count, members) = self.length(tail)?;
                if inner.minimum_words().saturating_mul(count) > members.len() / WORD {
                    return Err(Fault::TooShort);
                }
                self.sequence(std::iter::repeat_n(&**inner, count), members)?;
            }
            DynSolType::FixedArray(inner, len) if inner.is_dynamic() => {
                let tail = self.follow(base, at)?;
                self.sequence(std::iter::repeat_n(&**inner, *len), tail)?;
            }
            DynSolType::Tuple(members) if shape.is_dynamic() => {
                let tail = self.follow(base, at)?;
                self.sequence(members.iter(), tail)?;
            }
            _ => {
                let words = shape.minimum_words();
                let end = at.saturating_add(words.saturating_mul(WORD));
                base.get(at..end).ok_or(Fault::TooShort)?;
                self.spend(words)?;
                return Ok(end);
            }
        }
        Ok(at + WORD)
    }

    /// The data at an offset, relative to the enclosing value.
    fn follow<'a>(&mut self, base: &'a [u8], at: usize) -> Result<&'a [u8], Fault> {
        let offset = number(base, at)?;
        self.spend(1)?;
        base.get(offset..).ok_or(Fault::TooShort)
    }

    /// A length and the data after it.
    fn length<'a>(&mut self, tail: &'a [u8]) -> Result<(usize, &'a [u8]), Fault> {
        let length = number(tail, 0)?;
        self.spend(1)?;
        Ok((length, tail.get(WORD..).unwrap_or_default()))
    }
}

fn number(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    let word = bytes.get(at..at.saturating_add(WORD)).ok_or(Fault::TooShort)?;
    usize::try_from(U256::from_be_slice(word)).map_err(|_| Fault::TooShort)
}
