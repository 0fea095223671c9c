//! The functions of a contract that can be called, by all that names them.

use std::collections::HashSet;

use ledger::{ContractRef, HexBytes, Text};

use super::dispatch::Dispatch;
use super::interface::book::Source;
use super::interface::{Entry, Interface, Kind, Refusal};
use super::known::Known;
use super::reading::Provenance;
use super::signatures::Signature;

/// A function of a contract, and the source that declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callable {
    /// The declaration; its kind is [`Kind::Function`].
    pub entry: Entry,
    /// The most trusted of the sources that declare the function.
    pub provenance: Provenance,
}

/// Why a text means no function.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unnamed {
    /// No known function has this name.
    #[error("no function of that name is known of it: write its signature, such as {0}()")]
    Name(String),
    /// No known function has this selector, or it has not four bytes.
    #[error("no function with that selector is known: write its signature")]
    Selector,
    /// Overloaded: several functions have this name. Their signatures.
    #[error("it has several of that name: write one of {}", .0.join(", "))]
    Several(Vec<String>),
    /// A text with parentheses that is not a valid signature.
    #[error("{0}")]
    Signature(#[from] Refusal),
}

/// The functions of a contract's known interfaces, each signature once, from its most trusted source.
pub fn functions(known: &Known, contract: ContractRef) -> Vec<Callable> {
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for (provenance, interface) in known.interfaces(Some(contract)) {
        let functions = interface.entries().iter().filter(|entry| entry.kind == Kind::Function);
        for entry in functions.filter(|entry| seen.insert(entry.signature.clone())) {
            all.push(Callable { entry: entry.clone(), provenance });
        }
    }
    all
}

/// The read-only functions: those of the contract's interface sources, each signature once, and those in its code
/// for which a built-in signature exists.
pub fn readable(sources: &[Source], code: Option<&Dispatch>) -> Vec<Callable> {
    let (mut seen, mut all) = (HashSet::new(), Vec::new());
    for source in sources {
        let functions = source.entries.iter().flatten().filter(|entry| entry.kind == Kind::Function);
        for entry in functions.filter(|entry| seen.insert(entry.selector())) {
            if may_be_read(entry) {
                all.push(Callable { entry: entry.clone(), provenance: source.provenance });
            }
        }
    }
    let in_code = code.into_iter().flat_map(|code| &code.functions);
    let others = in_code.filter(|function| matches!(function.mutability, Some("view" | "pure")));
    all.extend(built_in(
        others.map(|function| function.selector).filter(|selector| !seen.contains(selector)),
    ));
    all
}

/// Whether a function changes nothing, or may be such a one: it returns something, and its source does not say.
fn may_be_read(entry: &Entry) -> bool {
    let returns = || entry.outputs.as_ref().is_some_and(|outputs| !outputs.is_empty());
    entry.only_reads().unwrap_or_else(returns)
}

/// The functions with these selectors that signatures of this program name, each by the first of them.
pub fn built_in(selectors: impl IntoIterator<Item = [u8; 4]>) -> Vec<Callable> {
    let first = |selector| Signature::by_selector(Kind::Function, selector).find_map(Signature::entry);
    let callable = |entry: &Entry| Callable { entry: entry.clone(), provenance: Provenance::Shipped };
    selectors.into_iter().filter_map(first).map(callable).collect()
}

/// The function that a text means: a signature, a name or a selector. With a name that several have, that with so many
/// arguments. Where no interface has the name, signatures of this program name what is in the code.
///
/// # Errors
/// When it means none, or any of several.
pub fn find(
    known: &Known,
    contract: ContractRef,
    code: &[u8],
    text: &str,
    arguments: usize,
) -> Result<Callable, Unnamed> {
    let text = text.trim();
    if text.contains('(') {
        return Ok(signed(known, contract, Interface::parse_line(text)?));
    }
    if let Some(selector) = HexBytes::parse(text).filter(|_| text.starts_with("0x")) {
        let selector = selector.bytes().try_into().map_err(|_| Unnamed::Selector)?;
        return selected(known, contract, selector).ok_or(Unnamed::Selector);
    }
    let mut named = functions(known, contract);
    named.retain(|one| one.entry.name.is(text));
    if named.is_empty() {
        let in_code = Dispatch::selectors(code).functions;
        named = built_in(in_code.iter().map(|function| function.selector));
        named.retain(|one| one.entry.name.is(text));
    }
    if named.len() > 1 && named.iter().filter(|one| one.entry.inputs.len() == arguments).count() == 1 {
        named.retain(|one| one.entry.inputs.len() == arguments);
    }
    match named.len() {
        0 => Err(Unnamed::Name(Text::new(text).escaped())),
        1 => named.pop().ok_or(Unnamed::Selector),
        _ => Err(Unnamed::Several(named.iter().map(|one| one.entry.signature.escaped()).collect())),
    }
}

/// The function with this signature, with return types if a known interface has them.
fn signed(known: &Known, contract: ContractRef, entry: Entry) -> Callable {
    if entry.outputs.is_none()
        && let Some(found) = selected(known, contract, entry.selector())
        && found.entry.signature == entry.signature
    {
        return found;
    }
    Callable { entry, provenance: Provenance::User }
}

fn selected(known: &Known, contract: ContractRef, selector: [u8; 4]) -> Option<Callable> {
    let of_interfaces = known.interfaces(Some(contract)).find_map(|(provenance, interface)| {
        let entry = interface.by_selector(Kind::Function, selector).next()?.clone();
        Some(Callable { entry, provenance })
    });
    of_interfaces.or_else(|| built_in([selector]).pop())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::Function;
    use crate::interface::AddedInterface;
    use ledger::EntityId;

    const CONTRACT: ContractRef = ContractRef::Id(EntityId::from_num(1));

    fn found(text: &str, arguments: usize) -> Result<(String, Provenance, Option<bool>, bool), Unnamed> {
        let mut known = Known::default();
        let own = "function rate(uint8 of) view returns (uint256)\nrate()\npoke(bool)";
        known.book_mut().add(AddedInterface::new(Some(CONTRACT), "own".into(), own.into()));
        let Callable { entry, provenance } = find(&known, CONTRACT, &[], text, arguments)?;
        Ok((entry.signature.escaped(), provenance, entry.only_reads(), entry.outputs.is_some()))
    }

    #[test]
    fn what_changes_nothing_is_listed_once_and_from_code_by_what_is_built_in() {
        let entries = |lines: &str| Ok(Interface::parse(lines).unwrap().entries().to_vec());
        let source = |provenance, lines| Source {
            provenance,
            origin: Text::default(),
            contract: None,
            entries: entries(lines),
            refused: Vec::new(),
        };
        let sources = [
            source(Provenance::User, "rate() returns (uint8)\npoke() payable\nname() view returns (string)"),
            source(Provenance::Verified { exact: true }, "function rate() returns (bytes)\nerror E()"),
        ];
        let function = |text: &str, mutability| Function {
            selector: Interface::parse_line(text).unwrap().selector(),
            offset: None,
            arguments: None,
            mutability,
            fallback: false,
        };
        let functions = vec![
            function("name()", Some("view")),
            function("symbol()", Some("view")),
            function("transfer(address,uint256)", Some("nonpayable")),
            function("unheardOf(bytes3)", Some("pure")),
        ];
        let all = readable(&sources, Some(&Dispatch { functions }));
        let named: Vec<_> = all.iter().map(|one| (one.entry.signature.escaped(), one.provenance)).collect();
        let own = |name: &str| (name.to_owned(), Provenance::User);
        assert_eq!(named, [own("rate()"), own("name()"), ("symbol()".to_owned(), Provenance::Shipped)]);
    }

    #[test]
    fn a_function_is_meant_by_name_selector_or_signature() {
        let rate = Ok(("rate(uint8)".to_owned(), Provenance::User, Some(true), true));
        assert_eq!(found("rate(uint8)", 0), rate, "what it returns is known");
        assert_eq!(found("rate", 1), rate);
        let poke = Ok(("poke(bool)".to_owned(), Provenance::User, None, false));
        assert_eq!(found("poke", 0), poke);
        let several = ["rate(uint8)", "rate()"].map(str::to_owned).to_vec();
        assert_eq!(found("rate", 2), Err(Unnamed::Several(several)));
        assert_eq!(found("rates", 0), Err(Unnamed::Name("rates".to_owned())));
        let name = Ok(("name()".to_owned(), Provenance::Shipped, None, true));
        assert_eq!((found("name()", 0), found("0x06fdde03", 0)), (name.clone(), name));
        let typed = Ok(("other(bool)".to_owned(), Provenance::User, None, true));
        assert_eq!(found("other(bool)(uint8)", 1), typed);
        assert_eq!(found("0x0102", 0), Err(Unnamed::Selector));
        assert_eq!(found("(", 0), Err(Unnamed::Signature(Refusal::Line)));
    }
}
