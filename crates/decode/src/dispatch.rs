//! The dispatch table of runtime bytecode: the code offset of each selector, found without source code.
//!
//! The search executes the code without chain state. Hostile code may run long and nest deep: code length and number
//! of functions are bounded here. Nesting is bounded by the gas of the search, for which
//! [`analysis::STACK_BYTES`](super::analysis::STACK_BYTES) suffices.

use evmole::{ContractInfoArgs, SelectorDispatch, StateMutability};

/// Maximum number of bytes of code that a network deploys.
pub const MAX_DEPLOYED_BYTES: usize = 24_576;
/// Maximum number of bytes of code that are searched.
pub const MAX_CODE_BYTES: usize = 5 * MAX_DEPLOYED_BYTES;
/// Maximum number of functions whose arguments are inferred: each is executed anew, up to a gas limit.
const MAX_FUNCTIONS_WITH_ARGUMENTS: usize = 512;
/// Maximum number of functions whose mutability is inferred: each is executed anew with ten times as much
/// gas.
const MAX_FUNCTIONS_WITH_MUTABILITY: usize = 128;
/// The instruction that a jump may lead to.
const JUMPDEST: u8 = 0x5b;
/// Maximum number of characters of a type that is shown.
const MAX_TYPE_CHARS: usize = 120;

/// The functions that code dispatches to, in the order of their offsets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Dispatch {
    /// One for each selector.
    pub functions: Vec<Function>,
}

/// A function as the code shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The first four bytes of the hash of its signature.
    pub selector: [u8; 4],
    /// Where its code begins, in bytes; `None` if the search came upon its selector only.
    pub offset: Option<usize>,
    /// The types of its arguments, inferred from how they are read: a guess.
    pub arguments: Option<String>,
    /// How it treats state and coins: `view`, `payable`; a guess, too.
    pub mutability: Option<&'static str>,
    /// Whether it is only reached through the fallback function.
    pub fallback: bool,
}

impl Dispatch {
    /// Searches code; what is longer than [`MAX_CODE_BYTES`] has no functions that are known.
    pub fn find(code: &[u8]) -> Self {
        if code.is_empty() || code.len() > MAX_CODE_BYTES {
            return Self::default();
        }
        let mut functions = search(code);
        functions.sort_by_key(|function| (function.offset.is_none(), function.offset, function.selector));
        Self { functions }
    }

    /// The functions by their selectors alone, which takes a fraction of the time.
    pub fn selectors(code: &[u8]) -> Self {
        if code.is_empty() || code.len() > MAX_CODE_BYTES {
            return Self::default();
        }
        let found = evmole::contract_info(ContractInfoArgs::new(code).with_selectors());
        let functions = found.functions.unwrap_or_default();
        Self { functions: functions.into_iter().map(|found| function(found, code)).collect() }
    }

    /// The functions with these selectors, all at the beginning of the code.
    #[cfg(test)]
    pub(super) fn with(selectors: impl Iterator<Item = [u8; 4]>) -> Self {
        let function = |selector| Function {
            selector,
            offset: Some(0),
            arguments: None,
            mutability: None,
            fallback: false,
        };
        Self { functions: selectors.map(function).collect() }
    }

    /// Whether there is a function with this selector.
    pub fn has(&self, selector: [u8; 4]) -> bool {
        self.functions.iter().any(|function| function.selector == selector)
    }

    /// The function whose code begins at this offset.
    pub fn function_at(&self, offset: usize) -> Option<&Function> {
        let before = |function: &Function| function.offset.is_some_and(|begins| begins < offset);
        let first = self.functions.partition_point(before);
        self.functions.get(first).filter(|function| function.offset == Some(offset))
    }
}

/// The slot of the address that the function with this selector reads, if it reads one and nothing else.
pub(crate) fn slot_read_by(code: &[u8], selector: [u8; 4]) -> Option<[u8; 32]> {
    if code.is_empty() || code.len() > MAX_CODE_BYTES {
        return None;
    }
    let storage = evmole::contract_info(ContractInfoArgs::new(code).with_storage()).storage?;
    let mut read = storage.into_iter().filter(|record| record.reads.contains(&selector));
    let only = read.next().filter(|record| record.offset == 0)?;
    read.next().is_none().then_some(only.slot)
}

fn search(code: &[u8]) -> Vec<Function> {
    let selectors = evmole::contract_info(ContractInfoArgs::new(code).with_selectors());
    let found = selectors.functions.unwrap_or_default();
    let more = |args| evmole::contract_info(args).functions.unwrap_or_default();
    let found = match found.len() {
        0 => found,
        1..=MAX_FUNCTIONS_WITH_MUTABILITY => {
            more(ContractInfoArgs::new(code).with_arguments().with_state_mutability())
        }
        number if number <= MAX_FUNCTIONS_WITH_ARGUMENTS => {
            more(ContractInfoArgs::new(code).with_arguments())
        }
        _ => found,
    };
    found.into_iter().map(|found| function(found, code)).collect()
}

fn function(found: evmole::Function, code: &[u8]) -> Function {
    let types = |types: Vec<evmole::DynSolType>| {
        let names: Vec<_> = types.iter().map(evmole::DynSolType::sol_type_name).collect();
        let known = names.join(",");
        (known.len() <= MAX_TYPE_CHARS).then_some(known)
    };
    // A function begins where a jump may lead. Elsewhere the search found the selector, but not its function: its
    // arguments and how it treats state were then read from the dispatch alone.
    let begins = |offset: &usize| *offset > 0 && code.get(*offset) == Some(&JUMPDEST);
    let offset = Some(found.bytecode_offset).filter(begins);
    Function {
        selector: found.selector,
        offset,
        arguments: found.arguments.filter(|_| offset.is_some()).and_then(types),
        mutability: found.state_mutability.filter(|_| offset.is_some()).map(|mutability| match mutability {
            StateMutability::Pure => "pure",
            StateMutability::View => "view",
            StateMutability::Payable => "payable",
            StateMutability::NonPayable => "nonpayable",
        }),
        fallback: found.dispatch == SelectorDispatch::Fallback,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::hex;

    fn runtime(artifact: &str) -> Vec<u8> {
        let artifact: serde_json::Value = serde_json::from_str(artifact).unwrap();
        hex::decode(artifact["runtime"].as_str().unwrap()).unwrap()
    }

    #[test]
    fn a_compiled_token_shows_its_functions() {
        let code = runtime(include_str!("../../demo/assets/artifacts/Token.json"));
        let dispatch = Dispatch::find(&code);
        let transfer = dispatch.functions.iter().find(|it| it.selector == hex!("a9059cbb")).unwrap();
        assert_eq!(transfer.arguments.as_deref(), Some("address,uint256"));
        assert_eq!(transfer.mutability, Some("nonpayable"));
        let offset = transfer.offset.unwrap();
        assert_eq!(code[offset], 0x5b);
        assert_eq!(dispatch.function_at(offset), Some(transfer));
        let balance = dispatch.functions.iter().find(|it| it.selector == hex!("70a08231")).unwrap();
        assert_eq!(balance.mutability, Some("view"));
        assert!(dispatch.has(hex!("70a08231")) && !dispatch.has(hex!("70a08232")));
    }

    /// A dispatcher of one function, whose code follows.
    const ONE: [u8; 17] = hex!("60003560e01c8063112233441460115700");

    /// Code of one function that loads what it has loaded, `times` over.
    fn nesting(times: usize) -> Vec<u8> {
        [&ONE[..], &[0x5b, 0x60, 4, 0x35], &[0x60, 4, 0x01, 0x35].repeat(times)].concat()
    }

    #[test]
    fn types_that_nest_deep_are_not_written_out() {
        let dispatch = Dispatch::find(&nesting(100));
        assert_eq!(dispatch.functions.len(), 1);
        assert!(dispatch.functions[0].arguments.as_ref().is_none_or(|known| known.len() <= MAX_TYPE_CHARS));
    }

    #[test]
    fn a_function_that_begins_nowhere_is_unknown() {
        let dispatch = Dispatch::find(&hex!("60003560e01c8063112233441460005700"));
        let [found] = dispatch.functions.as_slice() else { panic!("{dispatch:?}") };
        assert_eq!(found.selector, hex!("11223344"));
        assert_eq!((found.offset, &found.arguments, found.mutability), (None, &None, None));
        assert_eq!(dispatch.function_at(0), None);
    }

    #[test]
    fn what_is_too_long_is_not_searched() {
        let code = [&ONE[..], &vec![0x5b; MAX_CODE_BYTES]].concat();
        assert_eq!(Dispatch::find(&code), Dispatch::default());
    }

    proptest::proptest! {
        #[test]
        fn any_code_is_searched(code: Vec<u8>) {
            let _ = Dispatch::find(&code);
            let _ = Dispatch::find(&[&ONE[..], &code].concat());
        }
    }
}
