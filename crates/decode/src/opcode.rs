//! The instructions of the EVM, and code as a row of them.

/// One byte of code, read as an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Opcode(pub u8);

/// The names by their byte, sixteen a row; nothing where no instruction is defined.
const NAMES: [[&str; 16]; 16] = [
    [
        "STOP",
        "ADD",
        "MUL",
        "SUB",
        "DIV",
        "SDIV",
        "MOD",
        "SMOD",
        "ADDMOD",
        "MULMOD",
        "EXP",
        "SIGNEXTEND",
        "",
        "",
        "",
        "",
    ],
    [
        "LT", "GT", "SLT", "SGT", "EQ", "ISZERO", "AND", "OR", "XOR", "NOT", "BYTE", "SHL", "SHR", "SAR",
        "CLZ", "",
    ],
    ["KECCAK256", "", "", "", "", "", "", "", "", "", "", "", "", "", "", ""],
    [
        "ADDRESS",
        "BALANCE",
        "ORIGIN",
        "CALLER",
        "CALLVALUE",
        "CALLDATALOAD",
        "CALLDATASIZE",
        "CALLDATACOPY",
        "CODESIZE",
        "CODECOPY",
        "GASPRICE",
        "EXTCODESIZE",
        "EXTCODECOPY",
        "RETURNDATASIZE",
        "RETURNDATACOPY",
        "EXTCODEHASH",
    ],
    [
        "BLOCKHASH",
        "COINBASE",
        "TIMESTAMP",
        "NUMBER",
        "PREVRANDAO",
        "GASLIMIT",
        "CHAINID",
        "SELFBALANCE",
        "BASEFEE",
        "BLOBHASH",
        "BLOBBASEFEE",
        "",
        "",
        "",
        "",
        "",
    ],
    [
        "POP", "MLOAD", "MSTORE", "MSTORE8", "SLOAD", "SSTORE", "JUMP", "JUMPI", "PC", "MSIZE", "GAS",
        "JUMPDEST", "TLOAD", "TSTORE", "MCOPY", "PUSH0",
    ],
    [
        "PUSH1", "PUSH2", "PUSH3", "PUSH4", "PUSH5", "PUSH6", "PUSH7", "PUSH8", "PUSH9", "PUSH10", "PUSH11",
        "PUSH12", "PUSH13", "PUSH14", "PUSH15", "PUSH16",
    ],
    [
        "PUSH17", "PUSH18", "PUSH19", "PUSH20", "PUSH21", "PUSH22", "PUSH23", "PUSH24", "PUSH25", "PUSH26",
        "PUSH27", "PUSH28", "PUSH29", "PUSH30", "PUSH31", "PUSH32",
    ],
    [
        "DUP1", "DUP2", "DUP3", "DUP4", "DUP5", "DUP6", "DUP7", "DUP8", "DUP9", "DUP10", "DUP11", "DUP12",
        "DUP13", "DUP14", "DUP15", "DUP16",
    ],
    [
        "SWAP1", "SWAP2", "SWAP3", "SWAP4", "SWAP5", "SWAP6", "SWAP7", "SWAP8", "SWAP9", "SWAP10", "SWAP11",
        "SWAP12", "SWAP13", "SWAP14", "SWAP15", "SWAP16",
    ],
    ["LOG0", "LOG1", "LOG2", "LOG3", "LOG4", "", "", "", "", "", "", "", "", "", "", ""],
    [""; 16],
    [""; 16],
    [""; 16],
    [""; 16],
    [
        "CREATE",
        "CALL",
        "CALLCODE",
        "RETURN",
        "DELEGATECALL",
        "CREATE2",
        "",
        "",
        "",
        "",
        "STATICCALL",
        "",
        "",
        "REVERT",
        "INVALID",
        "SELFDESTRUCT",
    ],
];

impl Opcode {
    /// Subtracts.
    pub(crate) const SUB: Self = Self(0x03);
    /// Whether two numbers are the same.
    pub(crate) const EQ: Self = Self(0x14);
    /// Jumps to the offset on top of the stack.
    pub(crate) const JUMP: Self = Self(0x56);
    /// Jumps to the offset on top of the stack if the value below is not zero.
    pub(crate) const JUMPI: Self = Self(0x57);
    /// Jumps lead here and nowhere else.
    pub const JUMPDEST: Self = Self(0x5b);
    /// Copies memory; solc writes it from the EVM version `cancun` on.
    pub const MCOPY: Self = Self(0x5e);
    /// Pushes zero; solc writes it from the EVM version `shanghai` on.
    pub const PUSH0: Self = Self(0x5f);
    /// Pushes three bytes.
    pub(crate) const PUSH3: Self = Self(0x62);
    /// Pushes four bytes, often a selector.
    pub(crate) const PUSH4: Self = Self(0x63);
    /// Pushes an address.
    pub(crate) const PUSH20: Self = Self(0x73);
    /// Pushes a whole word.
    pub(crate) const PUSH32: Self = Self(0x7f);
    /// Never run; solc puts it between code and what is not run as code.
    pub const INVALID: Self = Self(0xfe);

    /// The instruction's name, if one is defined for this byte.
    pub fn name(self) -> Option<&'static str> {
        let row = NAMES.get(usize::from(self.0 >> 4))?;
        row.get(usize::from(self.0 & 0xf)).copied().filter(|name| !name.is_empty())
    }

    /// How many bytes of value follow in the code.
    pub fn immediates(self) -> usize {
        match self.0 {
            push @ 0x60..=0x7f => usize::from(push) - 0x5f,
            _ => 0,
        }
    }
}

/// One instruction and its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instruction<'a> {
    /// The offset of its first byte, from 0.
    pub(crate) at: usize,
    pub(crate) opcode: Opcode,
    /// The bytes of value that follow it; fewer than it asks for if the code ends before.
    pub(crate) immediate: &'a [u8],
}

impl Instruction<'_> {
    /// How many bytes of code it takes.
    pub(crate) fn length(&self) -> usize {
        1 + self.immediate.len()
    }
}

/// Reads all bytes as instructions. What is data in truth, such as metadata, comes out as some instructions, too.
pub(crate) fn instructions(code: &[u8]) -> impl Iterator<Item = Instruction<'_>> {
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
    fn names_stand_where_the_yellow_paper_puts_them() {
        for (byte, name) in [
            (0x00, "STOP"),
            (0x1d, "SAR"),
            (0x20, "KECCAK256"),
            (0x3f, "EXTCODEHASH"),
            (0x46, "CHAINID"),
            (0x5b, "JUMPDEST"),
            (0x5f, "PUSH0"),
            (0x60, "PUSH1"),
            (0x73, "PUSH20"),
            (0x7f, "PUSH32"),
            (0x8f, "DUP16"),
            (0x90, "SWAP1"),
            (0xa4, "LOG4"),
            (0xf4, "DELEGATECALL"),
            (0xfa, "STATICCALL"),
            (0xfd, "REVERT"),
            (0xff, "SELFDESTRUCT"),
        ] {
            assert_eq!(Opcode(byte).name(), Some(name));
        }
        assert_eq!(Opcode(0x0c).name(), None);
        assert_eq!((0..=255).filter(|byte| Opcode(*byte).name().is_some()).count(), 150);
    }

    #[test]
    fn only_pushes_carry_a_value() {
        assert_eq!(Opcode::PUSH0.immediates(), 0);
        assert_eq!(Opcode(0x60).immediates(), 1);
        assert_eq!(Opcode::PUSH32.immediates(), 32);
        assert_eq!(Opcode(0x80).immediates(), 0);
    }

    #[test]
    fn values_belong_to_their_instruction() {
        let read: Vec<_> = instructions(&[0x60, 0x5b, 0x5b, 0x61, 0x01]).collect();
        assert_eq!(
            read,
            [
                Instruction { at: 0, opcode: Opcode(0x60), immediate: &[0x5b] },
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
