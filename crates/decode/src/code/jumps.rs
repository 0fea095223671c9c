//! The jumps that can be read from the code: pushes of an offset that holds a jump destination.

use super::{Code, PieceKind, Pointer};
use crate::Opcode;

/// The known jumps, by destination and by origin.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Jumps {
    /// Offsets of each destination and of the push that names it, sorted.
    by_target: Vec<(usize, usize)>,
}

impl Jumps {
    /// Finds the jumps of the code.
    pub fn find(code: &Code) -> Self {
        let pieces = code.pieces().iter().enumerate();
        let named = pieces.filter_map(|(number, piece)| Some((destination(code, number)?, piece.at)));
        let mut by_target: Vec<_> = named.collect();
        by_target.sort_unstable();
        Self { by_target }
    }

    /// The offsets of the pushes that name this destination.
    pub fn to(&self, target: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        let start = self.by_target.partition_point(|(known, _)| *known < target);
        let end = self.by_target.partition_point(|(known, _)| *known <= target);
        self.by_target.get(start..end).unwrap_or_default().iter().map(|(_, from)| *from)
    }

    /// Where the instruction of this number leads: a push of a destination, or a jump right behind one.
    pub fn from(code: &Code, piece: usize) -> Option<usize> {
        let at = if is_jump(code, piece) { piece.checked_sub(1)? } else { piece };
        destination(code, at)
    }
}

/// The destination that the instruction of this number pushes. Compilers give all destinations of a code the width
/// that the last one needs: what is narrower is a number, unless a jump takes it at once.
fn destination(code: &Code, number: usize) -> Option<usize> {
    let piece = code.pieces().get(number)?;
    let Pointer::Jump(target) = code.pointer(piece)? else { return None };
    let section = code.sections.iter().find(|section| section.contains(&piece.at))?;
    let bits = code.immediate(piece).len().saturating_mul(8);
    let narrow = bits < 32 && section.len() > 1 << bits;
    (!narrow || is_jump(code, number.saturating_add(1))).then_some(target)
}

fn is_jump(code: &Code, number: usize) -> bool {
    let piece = code.pieces().get(number);
    piece.is_some_and(|it| matches!(it.kind, PieceKind::Instruction(Opcode::JUMP | Opcode::JUMPI)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jumps to a destination at 5 from two places; the other one there is within a value.
    const CODE: [u8; 13] = [0x60, 5, 0x56, 0x60, 0x5b, 0x5b, 0x60, 5, 0x57, 0x60, 4, 0x56, 0x00];

    #[test]
    fn destinations_know_who_jumps_to_them() {
        let code = Code::new(&CODE);
        let jumps = Jumps::find(&code);
        assert_eq!(jumps.to(5).collect::<Vec<_>>(), [0, 6]);
        assert_eq!(jumps.to(4).len(), 0);
        let leads: Vec<_> = (0..code.pieces().len()).map(|piece| Jumps::from(&code, piece)).collect();
        assert_eq!(leads, [Some(5), Some(5), None, None, Some(5), Some(5), None, None, None]);
    }

    #[test]
    fn a_number_that_is_too_narrow_for_all_destinations_is_none() {
        // The free memory pointer of solc, and by chance a destination at that place.
        let mut bytes = vec![0x5b; 300];
        bytes[..2].copy_from_slice(&[0x60, 0x80]);
        let code = Code::new(&bytes);
        assert_eq!((Jumps::from(&code, 0), Jumps::find(&code).to(0x80).len()), (None, 0));
        bytes[2] = 0x56;
        let code = Code::new(&bytes);
        assert_eq!((Jumps::from(&code, 0), Jumps::find(&code).to(0x80).len()), (Some(0x80), 1));
        bytes.truncate(200);
        bytes[2] = 0x5b;
        assert_eq!(Jumps::from(&Code::new(&bytes), 0), Some(0x80));
    }

    proptest::proptest! {
        #[test]
        fn every_jump_lands_on_a_destination(bytes: Vec<u8>) {
            let code = Code::new(&bytes);
            let jumps = Jumps::find(&code);
            for piece in 0..code.pieces().len() {
                if let Some(target) = Jumps::from(&code, piece) {
                    proptest::prop_assert_eq!(bytes[target], 0x5b);
                    proptest::prop_assert!(jumps.to(target).len() > 0);
                }
            }
        }
    }
}
