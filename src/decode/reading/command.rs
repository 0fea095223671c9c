//! A call as a command line: as `cast` of the Foundry tools would send it.

use super::{Argument, Candidate, Value};
use crate::ledger::EvmAddress;
use crate::ledger::shell::shell_word;
use crate::ledger::text::is_treacherous;

impl Candidate {
    /// The command that makes this call again, without changing anything: `cast call ADDRESS 'transfer(address,uint256)'
    /// 0x… 250`. `None` if the call was not read for certain, or holds a text that a shell's line should
    /// not hold.
    pub fn cast_command(&self, to: EvmAddress) -> Option<String> {
        let exact = self.is_exact().then_some(self)?;
        let signature = str::from_utf8(exact.signature.raw()).ok()?;
        let arguments = exact.arguments.iter().map(|argument| Some(shell_word(&argument.value.cast()?)));
        let arguments = arguments.collect::<Option<Vec<_>>>()?;
        let words = ["cast", "call"].map(str::to_owned).into_iter();
        let words = words.chain([to.checksummed(), shell_word(signature)]).chain(arguments);
        Some(words.collect::<Vec<_>>().join(" "))
    }
}

impl Value {
    /// The value as an argument: arrays in brackets, tuples in parentheses.
    fn cast(&self) -> Option<String> {
        let joined = |values: &mut dyn Iterator<Item = &Self>| {
            values.map(Self::cast).collect::<Option<Vec<_>>>().map(|values| values.join(","))
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
    use crate::decode::Known;
    use crate::decode::reading::{CallQuestion, Reader};
    use crate::ledger::{HexBytes, Text};

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
    fn no_text_leaves_its_word() {
        let text = Value::Text(Text::from("it's; rm -rf $HOME"));
        assert_eq!(shell_word(&text.cast().unwrap()), r"'it'\''s; rm -rf $HOME'");
        let pair = Value::List(vec![Value::Bool(true), Value::Bool(false)]);
        assert_eq!(shell_word(&pair.cast().unwrap()), "'[true,false]'");
    }
}
