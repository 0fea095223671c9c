//! Code as a row of instructions, from its first byte on.

use super::Opcode;

/// One instruction and its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction<'a> {
    /// The offset of its first byte, from 0.
    pub at: usize,
    pub opcode: Opcode,
    /// The bytes of value that follow it; fewer than it asks for if the code ends before.
    pub immediate: &'a [u8],
}

impl Instruction<'_> {
    /// How many bytes of code it takes.
    pub fn length(&self) -> usize {
        1 + self.immediate.len()
    }
}

/// Reads all bytes as instructions. What is data in truth, such as metadata, comes out as some instructions, too.
pub fn instructions(code: &[u8]) -> impl Iterator<Item = Instruction<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (first, rest) = code.get(at..)?.split_first()?;
        let opcode = Opcode(*first);
        let immediate = rest.get(..opcode.immediates().min(rest.len()))?;
        let instruction = Instruction { at, opcode, immediate };
        at += instruction.length();
        Some(instruction)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_belong_to_their_instruction() {
        let read: Vec<_> = instructions(&[0x60, 0x5b, 0x5b, 0x61, 0x01]).collect();
        assert_eq!(
            read,
            [
                Instruction { at: 0, opcode: Opcode::PUSH1, immediate: &[0x5b] },
                Instruction { at: 2, opcode: Opcode::JUMPDEST, immediate: &[] },
                Instruction { at: 3, opcode: Opcode(0x61), immediate: &[0x01] },
            ]
        );
    }

    proptest::proptest! {
        #[test]
        fn every_byte_belongs_to_one_instruction(code: Vec<u8>) {
            let mut at = 0;
            for instruction in instructions(&code) {
                proptest::prop_assert_eq!(instruction.at, at);
                at += instruction.length();
            }
            proptest::prop_assert_eq!(at, code.len());
        }
    }
}
