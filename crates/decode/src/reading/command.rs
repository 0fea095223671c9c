//! A call as a command line: as `cast` of the Foundry tools would send it.

use std::fmt::Write as _;

use ledger::EvmAddress;
use ledger::amount::WEIBAR_PER_BASE;
use ledger::query::{BlockQuery, ContractCallQuery};
use ledger::shell::shell_word;
use ledger::text::is_treacherous;

use super::{Argument, Candidate, Value};
use crate::interface::Parameter;

/// How many characters a block's hash has where other networks' are expected: those of 32 bytes.
const SHORT_HASH_CHARS: usize = 66;

impl Candidate {
    /// The command that repeats this call read-only: `cast call ADDRESS 'transfer(address,uint256)' 0x… 250`. `None` if
    /// the decoding is uncertain or contains text that is unsafe in a shell.
    pub fn cast_command(&self, to: EvmAddress) -> Option<String> {
        self.cast("call", to, "")
    }

    /// The command that repeats a query with the same sender, value and block. Includes the return types if they are
    /// known: `cast` then decodes the output.
    pub fn cast_query(&self, query: &ContractCallQuery, returns: Option<&[Parameter]>) -> Option<String> {
        let returns = returns.filter(|list| !query.estimate && !list.is_empty()).map(|list| {
            let kinds = list.iter().map(|one| one.kind.escaped());
            format!("({})", kinds.collect::<Vec<_>>().join(","))
        });
        let verb = if query.estimate { "estimate" } else { "call" };
        let mut command = self.cast(verb, query.to, returns.as_deref().unwrap_or_default())?;
        if let Some(from) = query.from {
            let _ = write!(command, " --from {}", from.checksummed());
        }
        if query.value > 0 {
            let _ = write!(command, " --value {}", u128::from(query.value) * u128::from(WEIBAR_PER_BASE));
        }
        match &query.block {
            None => {}
            Some(BlockQuery::Number(number)) => {
                let _ = write!(command, " --block {}", number.0);
            }
            Some(hash) => {
                let hash = hash.to_string();
                let _ = write!(command, " --block {}", hash.get(..SHORT_HASH_CHARS).unwrap_or(&hash));
            }
        }
        Some(command)
    }

    fn cast(&self, verb: &str, to: EvmAddress, returns: &str) -> Option<String> {
        let exact = self.is_exact().then_some(self)?;
        let signature = str::from_utf8(exact.signature.raw()).ok()?;
        let arguments = exact.arguments.iter().map(|argument| Some(shell_word(&argument.value.typed()?)));
        let arguments = arguments.collect::<Option<Vec<_>>>()?;
        let words = ["cast", verb].map(str::to_owned).into_iter();
        let signature = shell_word(&format!("{signature}{returns}"));
        let words = words.chain([to.checksummed(), signature]).chain(arguments);
        Some(words.collect::<Vec<_>>().join(" "))
    }
}

impl Value {
    /// The value as it is typed as an argument: arrays in brackets, tuples in parentheses. `None` if only its hash is
    /// known, or it would act on a terminal.
    pub fn typed(&self) -> Option<String> {
        let joined = |values: &mut dyn Iterator<Item = &Self>| {
            values.map(Self::typed).collect::<Option<Vec<_>>>().map(|values| values.join(","))
        };
        Some(match self {
            Self::Address(address) => address.checksummed(),
            Self::Number(number, _) => number.to_string(),
            Self::Signed(number, _) => number.to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Bytes(bytes, _) | Self::Word(bytes) => bytes.to_hex(),
            Self::Text(text) => {
                str::from_utf8(text.raw()).ok().filter(|text| !text.chars().any(is_treacherous))?.to_owned()
            }
            Self::List(values) => format!("[{}]", joined(&mut values.iter())?),
            Self::Tuple(members) => {
                format!("({})", joined(&mut members.iter().map(|member: &Argument| &member.value))?)
            }
            Self::Hashed(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Known;
    use crate::interface::Interface;
    use crate::reading::{CallQuestion, Reader};
    use ledger::{HexBytes, Text};

    #[test]
    fn a_call_is_made_again_by_its_command() {
        let data = "a9059cbb000000000000000000000000b0551e9ecceb06cf6ea2879174aaf4da84633e85\
                    00000000000000000000000000000000000000000000000000000000000000fa";
        let known = Known::default();
        let question = CallQuestion { input: HexBytes::parse(data).unwrap(), ..CallQuestion::default() };
        let reading = Reader::new(&known).read_call(&question).input;
        let to = EvmAddress::parse("0x00000000000000000000000000000000000007d2").unwrap();
        assert_eq!(
            reading.best().unwrap().cast_command(to).unwrap(),
            "cast call 0x00000000000000000000000000000000000007D2 'transfer(address,uint256)' \
             0xB0551e9Ecceb06cf6eA2879174aAf4da84633E85 250"
        );
    }

    #[test]
    fn a_query_is_asked_again_by_its_command() {
        let known = Known::default();
        let input = HexBytes::parse("0x06fdde03").unwrap();
        let question = CallQuestion { input: input.clone(), ..CallQuestion::default() };
        let reading = Reader::new(&known).read_call(&question).input;
        let best = reading.best().unwrap();
        let entry = Interface::parse_line("name() returns (string)").unwrap();
        let plain = ContractCallQuery::new(EvmAddress::new([0x11; 20]), input);
        let to = plain.to.checksummed();
        let told = |query: &ContractCallQuery| best.cast_query(query, entry.outputs.as_deref()).unwrap();
        assert_eq!(told(&plain), format!("cast call {to} 'name()(string)'"));
        let block = BlockQuery::parse(&format!("0x{}", "ab".repeat(48)));
        let from = Some(EvmAddress::new([0x22; 20]));
        let whole = ContractCallQuery { block, from, value: 3, estimate: true, ..plain };
        let (from, hash) = (EvmAddress::new([0x22; 20]).checksummed(), "ab".repeat(32));
        let rest = format!("--from {from} --value 30000000000 --block 0x{hash}");
        assert_eq!(told(&whole), format!("cast estimate {to} 'name()' {rest}"));
    }

    #[test]
    fn no_text_leaves_its_word() {
        let text = Value::Text(Text::from("it's; rm -rf $HOME"));
        assert_eq!(shell_word(&text.typed().unwrap()), r"'it'\''s; rm -rf $HOME'");
        let pair = Value::List(vec![Value::Bool(true), Value::Bool(false)]);
        assert_eq!(shell_word(&pair.typed().unwrap()), "'[true,false]'");
    }
}
