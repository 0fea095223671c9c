//! The dispatch table of runtime bytecode: which selector leads to which offset, found without any source.

/// The most bytes of code that are searched: five times what a network deploys.
const LONGEST: usize = 5 * 24_576;

/// The functions that code dispatches to, in the order of their offsets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Dispatch {
    /// One for each selector.
    pub functions: Vec<Function>,
}

/// A function as the code shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its selector.
    pub selector: [u8; 4],
    /// Where its code begins, in bytes.
    pub offset: usize,
    /// The types of its arguments, as far as they can be told from how they are read: a guess.
    pub arguments: Option<String>,
}

impl Dispatch {
    /// Searches code; what is longer than any network deploys is not searched.
    pub fn of(code: &[u8]) -> Self {
        if code.len() > LONGEST {
            return Self::default();
        }
        let args = evmole::ContractInfoArgs::new(code).with_selectors().with_arguments();
        let found = evmole::contract_info(args).functions.unwrap_or_default();
        let function = |found: evmole::Function| Function {
            selector: found.selector,
            offset: found.bytecode_offset,
            arguments: found.arguments.map(|types| {
                types.iter().map(|kind| kind.sol_type_name().into_owned()).collect::<Vec<_>>().join(",")
            }),
        };
        let mut functions: Vec<Function> = found.into_iter().map(function).collect();
        functions.sort_by_key(|function| (function.offset, function.selector));
        Self { functions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::hex;

    #[test]
    fn a_compiled_counter_shows_its_functions() {
        let artifact: serde_json::Value =
            serde_json::from_str(include_str!("../../assets/demo/artifacts/Token.json")).unwrap();
        let text = artifact.to_string();
        let (_, code) = text.split_once("\"6080").unwrap();
        let digits = format!("6080{}", code.split('"').next().unwrap());
        let dispatch = Dispatch::of(&hex::decode(digits).unwrap());
        let transfer = dispatch.functions.iter().find(|f| f.selector == hex!("a9059cbb"));
        let arguments = transfer.and_then(|function| function.arguments.as_deref());
        assert_eq!(arguments, Some("address,uint256"), "{dispatch:?}");
    }

    proptest::proptest! {
        #[test]
        fn any_code_is_searched(code: Vec<u8>) {
            let _ = Dispatch::of(&code);
        }
    }
}
