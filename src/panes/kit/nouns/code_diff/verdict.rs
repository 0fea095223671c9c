//! The findings of a code comparison in words, with hints.

use decode::difference::{Finding, Kind, Row, Verdict};
use decode::metadata::MetadataHash;
use decode::{Comparison, Metadata, Opcode};
use ledger::HexBytes;
use ledger::amount::{counted, grouped};

use super::values::{self, instruction, offset};
use crate::widgets::Role;

/// Minimum difference in length for which settings are the likely cause, percent.
const MIN_SETTINGS_PERCENT: usize = 5;

/// A finding in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub role: Role,
    pub text: String,
    /// A hint to try, if any.
    pub hint: Option<String>,
}

pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Runtime => "runtime code",
        Kind::Creation => "creation code",
    }
}

/// Every finding of a comparison in words, most severe first.
pub fn findings(comparison: &Comparison) -> Vec<Message> {
    comparison.findings.iter().map(|finding| message(comparison, finding)).collect()
}

/// The comparison in one line: its most severe finding, and the number of others.
pub fn summary(comparison: &Comparison) -> Message {
    let mut messages = findings(comparison).into_iter();
    let mut first = messages.next().unwrap_or(Message { role: Role::Plain, text: String::new(), hint: None });
    if let Some(Finding::Code { instructions, of, first: row, .. }) = comparison.findings.first() {
        let at = comparison.rows.get(*row).map(|row| place_of(comparison, row)).unwrap_or_default();
        first.text = format!("{}, first at {at}", differ(*instructions, *of));
    }
    match messages.len() {
        0 => first,
        more => Message { text: format!("{}; {}", first.text, counted(more, "more finding")), ..first },
    }
}

/// The findings of a comparison as lines for a report: what was compared, what differs, what to try.
pub fn lines_of(comparison: &Comparison) -> Vec<String> {
    let line = |message: Message| {
        let hint = message.hint.map(|hint| format!(" {hint}")).unwrap_or_default();
        format!("{}: {}.{hint}", kind(comparison.kind), message.text)
    };
    findings(comparison).into_iter().map(line).collect()
}

fn message(comparison: &Comparison, finding: &Finding) -> Message {
    let (role, text, hint) = match finding {
        Finding::Same => (
            Role::Success,
            "both are the same, byte for byte".to_owned(),
            Some("Nothing here explains the failure.".to_owned()),
        ),
        Finding::MinimalProxy(target) => (
            Role::Failure,
            format!(
                "the deployed code is a minimal proxy: it only forwards calls to {}",
                target.checksummed()
            ),
            Some("Verify that contract instead: it has the code.".to_owned()),
        ),
        Finding::Code { first, instructions, bytes, of } => {
            let text = format!(
                "{} ({}), first {}",
                differ(*instructions, *of),
                counted(*bytes, "byte"),
                first_words(comparison, *first)
            );
            (Role::Failure, text, code_hint(comparison))
        }
        Finding::Length { deployed, recompiled, first } => {
            (role(comparison), length(comparison, [*deployed, *recompiled], *first), None)
        }
        Finding::Compilers { deployed, recompiled } => (
            Role::Failure,
            format!("deployed with {deployed}, recompiled with {recompiled}"),
            Some(format!("Try {deployed}.")),
        ),
        Finding::NewerInstruction { opcode, deployed } => newer(*opcode, *deployed),
        Finding::SameSources => (
            Role::Attention,
            "the metadata names the same sources and settings, yet the code differs".to_owned(),
            Some("Compare linked libraries, and whether the code was changed after compiling.".to_owned()),
        ),
        Finding::Addresses(values) => values::addresses(values),
        Finding::Links(values) => values::links(values, comparison.is_cut()),
        Finding::OwnAddress(own) => values::own_address(own),
        Finding::Immutables(values) => values::immutables(values),
        Finding::Arguments { at, bytes } => {
            let what = match comparison.kind {
                Kind::Runtime => "immutables",
                Kind::Creation => "the constructor's arguments",
            };
            (Role::Dim, format!("{} of {what} follow from byte {} on", word_count(bytes), offset(*at)), None)
        }
        Finding::Metadata { deployed, recompiled } => {
            metadata(comparison, deployed.as_ref(), recompiled.as_ref())
        }
        Finding::Functions(found) => (
            if found.are_the_same() { Role::Attention } else { Role::Failure },
            values::functions(*found, ["the deployed code", "the recompiled code"]),
            settings_hint(comparison),
        ),
        Finding::Placeholder { at, compared, of } => placeholder(*at, *compared, *of),
        Finding::Cut(most) => {
            (Role::Attention, format!("only the first {} bytes of each were compared", grouped(most)), None)
        }
    };
    Message { role, text, hint }
}

/// By how much the lengths of both codes differ, and from where on unless a difference of code says it.
fn length(comparison: &Comparison, [deployed, recompiled]: [usize; 2], first: Option<usize>) -> String {
    let (longer, by) = if deployed > recompiled {
        ("deployed", deployed - recompiled)
    } else {
        ("recompiled", recompiled - deployed)
    };
    let reported = comparison
        .findings
        .iter()
        .any(|it| matches!(it, Finding::Code { first: at, .. } if Some(*at) == first));
    let row = first.filter(|_| !reported).and_then(|first| comparison.rows.get(first));
    let from = row.map(|row| format!(", from {} on", place_of(comparison, row))).unwrap_or_default();
    format!(
        "the {longer} code is {} longer ({} deployed, {} recompiled){from}",
        counted(by, "byte"),
        grouped(&deployed),
        grouped(&recompiled)
    )
}

/// How many instructions differ, out of how many.
pub fn differ(instructions: usize, of: usize) -> String {
    format!(
        "{} of {} differ{}",
        grouped(&instructions),
        counted(of, "instruction"),
        if instructions == 1 { "s" } else { "" }
    )
}

/// The severity of the difference.
fn role(comparison: &Comparison) -> Role {
    match comparison.verdict() {
        Verdict::Changed | Verdict::Settings | Verdict::Other => Role::Failure,
        Verdict::Explained | Verdict::SoFar => Role::Attention,
        Verdict::Same => Role::Success,
    }
}

/// What to try about code that differs, unless another finding says so.
fn code_hint(comparison: &Comparison) -> Option<String> {
    let (one, other) = (comparison.deployed.end(), comparison.recompiled.end());
    let part = one.abs_diff(other).saturating_mul(100).checked_div(one.max(other)).unwrap_or(0);
    let hint =
        if comparison.findings.iter().any(says_what_to_try) || comparison.verdict() == Verdict::Settings {
            return None;
        } else if comparison.verdict() == Verdict::Other {
            "Most of the code differs: try another contract, file or version of the sources."
        } else if part >= MIN_SETTINGS_PERCENT && !comparison.is_cut() {
            "Try other settings of the optimizer, its runs or viaIR; then other versions of the sources."
        } else {
            "Most of it is the same: try the sources as they were on the day of deployment."
        };
    Some(hint.to_owned())
}

/// What to try about the same functions, unless another finding says so.
fn settings_hint(comparison: &Comparison) -> Option<String> {
    let says = comparison.findings.iter().any(says_what_to_try) || comparison.verdict() != Verdict::Settings;
    let hint = "They are compiled otherwise: try other settings of the optimizer, its runs or viaIR; then other versions of the sources.";
    (!says).then(|| hint.to_owned())
}

/// Whether a finding names something that explains all the others.
fn says_what_to_try(finding: &Finding) -> bool {
    matches!(
        finding,
        Finding::MinimalProxy(_)
            | Finding::Compilers { .. }
            | Finding::NewerInstruction { .. }
            | Finding::SameSources
    )
}

fn placeholder(at: usize, compared: usize, of: usize) -> (Role, String, Option<String>) {
    let text = format!(
        "the verifier cut the recompiled code off at byte {}, where a library is to be linked: only what is before it was compared ({} of {})",
        offset(at),
        grouped(&compared),
        counted(of, "byte")
    );
    let hint = "The verifier links libraries by itself, so the cause is another one; with their addresses as settings.libraries all of the code can be compared.";
    (Role::Attention, text, Some(hint.to_owned()))
}

fn newer(opcode: Opcode, deployed: bool) -> (Role, String, Option<String>) {
    let name = opcode.name().unwrap_or_default();
    let (since, before) =
        if opcode == Opcode::MCOPY { ("cancun", "shanghai") } else { ("shanghai", "paris") };
    if deployed {
        let text = format!("only the deployed code uses {name}");
        (Role::Failure, text, Some(format!("Try the EVM version {since} or a later one.")))
    } else {
        let text = format!("only the recompiled code uses {name}");
        (Role::Failure, text, Some(format!("Try the EVM version {before} or an earlier one.")))
    }
}

fn metadata(
    comparison: &Comparison,
    deployed: Option<&Metadata>,
    recompiled: Option<&Metadata>,
) -> (Role, String, Option<String>) {
    let hash = |metadata: Option<&Metadata>| {
        let hash = metadata.and_then(|metadata| metadata.hash.as_ref());
        hash.map_or_else(|| "no hash".to_owned(), |hash| format!("{} {}", hash.kind(), hash.encoded()))
    };
    let (text, hint) = match (deployed, recompiled) {
        (Some(_), None) => {
            ("only the deployed code has metadata".to_owned(), "Try with settings.metadata.appendCBOR on.")
        }
        (None, Some(_)) => {
            ("only the recompiled code has metadata".to_owned(), "Try with settings.metadata.appendCBOR off.")
        }
        (Some(one), Some(other)) if one.hash.is_some() != other.hash.is_some() => {
            let (code, hint) = match one.hash {
                Some(MetadataHash::Swarm(_)) => {
                    ("deployed", "Try with settings.metadata.bytecodeHash bzzr1.")
                }
                Some(_) => ("deployed", "Try with settings.metadata.bytecodeHash ipfs."),
                None => ("recompiled", "Try with settings.metadata.bytecodeHash none."),
            };
            (format!("only the metadata of the {code} code has a hash"), hint)
        }
        _ if comparison.verdict() == Verdict::Explained => {
            let hashes = format!("{} deployed, {} recompiled", hash(deployed), hash(recompiled));
            let hint = "A comment, name, path or setting differs: it is a match, but not an exact one.";
            (format!("only the metadata differs: {hashes}"), hint)
        }
        _ => ("the metadata differs, too: its sources or settings differ".to_owned(), ""),
    };
    let useful = !matches!(comparison.verdict(), Verdict::Other | Verdict::Settings) && !hint.is_empty();
    (Role::Attention, text, useful.then(|| hint.to_owned()))
}

/// A row's offset, and its content in both codes.
fn first_words(comparison: &Comparison, row: usize) -> String {
    let Some(row) = comparison.rows.get(row) else { return String::new() };
    let at = place_of(comparison, row);
    match comparison.pieces(row) {
        (Some(one), Some(other)) => format!(
            "at {at}: {} deployed, {} recompiled",
            instruction(&comparison.deployed, one),
            instruction(&comparison.recompiled, other)
        ),
        (Some(one), None) => {
            format!("at {at}: {}, which the recompiled code lacks", instruction(&comparison.deployed, one))
        }
        (None, Some(other)) => {
            format!("at {at}: {}, which the deployed code lacks", instruction(&comparison.recompiled, other))
        }
        (None, None) => String::new(),
    }
}

/// The offset of a row, in the deployed code if it has something there.
fn place_of(comparison: &Comparison, row: &Row) -> String {
    match comparison.pieces(row) {
        (Some(one), _) => format!("byte {}", offset(one.at)),
        (None, Some(other)) => format!("byte {} of the recompiled code", offset(other.at)),
        (None, None) => String::new(),
    }
}

fn word_count(bytes: &HexBytes) -> String {
    match (bytes.len() / 32, bytes.len() % 32) {
        (whole, 0) => counted(whole, "word"),
        (0, rest) => counted(rest, "byte"),
        (whole, rest) => format!("{} and {}", counted(whole, "word"), counted(rest, "byte")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use decode::difference::Unlinked;

    /// Code as the compiler leaves it, with a metadata trailer of this version of solc and a hash of these bytes.
    fn code(body: &[u8], hash: u8, version: u8) -> Vec<u8> {
        let trailer =
            [&b"\xa2\x64ipfs\x58\x22\x12\x20"[..], &[hash; 32], b"\x64solc\x43\x00\x08", &[version]].concat();
        let length = u16::try_from(trailer.len()).unwrap().to_be_bytes();
        [body, &[0xfe], &trailer, &length].concat()
    }

    fn push(opcode: u8, value: &[u8]) -> Vec<u8> {
        [&[0x5b, opcode][..], value, &[0x50]].concat()
    }

    #[test]
    fn every_finding_in_words() {
        let nine = [0x5b; 9];
        let filled: Vec<u8> = (1..=6).flat_map(|value| push(0x7f, &[value; 32])).collect();
        let open = push(0x7f, &[0; 32]);
        let small = [&[0; 31][..], &[9]].concat();
        let own = |value: u8| [&[0x73][..], &[value; 20], &[0x30, 0x14]].concat();
        let created = code(&nine, 1, 26);
        let linked = push(0x73, &[0xaa; 20]);
        let unlinked = Unlinked::parse(&"5b73__$30bbc0abd4d6364515865950d3e0d10953$__50".into()).unwrap();
        let zeros = |zero: &[u8], hash, version| code(&[zero, &nine].concat().repeat(3), hash, version);
        let (old, new) = (zeros(&[0x60, 0, 0x50], 1, 18), zeros(&[0x5f, 0x50], 2, 26));
        let long = [0x5b; 40];
        let more = |byte: u8, times: usize| [&long[..], &[byte].repeat(times)].concat();
        let called = |body: &[u8]| {
            let of = |selector| [&[0x80, 0x63, 1, 2, 3, selector, 0x14, 0x57][..], body].concat();
            [of(1), of(2), body.repeat(9)].concat()
        };
        let proxy = ["363d3d373d3d3d363d73", &"be".repeat(20), "5af43d82803e903d91602b57fd5bf3"].concat();
        let proxy = alloy_primitives::hex::decode(proxy).unwrap();
        let of = |deployed: &[u8], recompiled: &[u8]| Comparison::new(Kind::Runtime, deployed, recompiled);
        let cases = [
            ("the same", of(&nine, &nine)),
            ("other metadata", of(&created, &code(&nine, 2, 26))),
            ("no metadata deployed", of(&nine, &created)),
            ("no metadata recompiled", of(&created, &nine)),
            ("immutables", of(&filled, &open.repeat(6))),
            ("an immutable in three places", of(&push(0x7f, &small).repeat(3), &open.repeat(3))),
            ("a library's own address", of(&own(0xaa), &own(0))),
            (
                "constructor arguments",
                Comparison::new(Kind::Creation, &[&created[..], &[0x11; 70]].concat(), &created),
            ),
            ("a library that is not linked", Comparison::of_unlinked(Kind::Runtime, &linked, &unlinked)),
            ("a library that is linked elsewhere", of(&linked, &push(0x73, &[0xbb; 20]))),
            ("a newer compiler deployed", of(&new, &old)),
            ("a newer compiler here", of(&old, &new)),
            ("one instruction more", of(&more(0x01, 1), &long)),
            ("much more code", of(&more(0x01, 8), &long)),
            ("other code", of(&long, &[0x15; 40])),
            (
                "other code of the same sources",
                of(&code(&more(0x01, 1), 1, 26), &code(&more(0x02, 1), 1, 26)),
            ),
            (
                "the same functions otherwise",
                of(&called(&[0x50, 0x5b, 0x01]), &called(&[0x80, 0x15, 0x19, 0x02])),
            ),
            ("cut at a library", of(&[&more(0x73, 21)[..], &long].concat(), &more(0x73, 1))),
            (
                "another instruction before a library",
                of(&[&more(0x73, 21)[..], &long].concat(), &[&[0x01], &long[1..], &[0x73]].concat()),
            ),
            ("a minimal proxy", of(&proxy, &long)),
            ("endless code", of(&vec![0x5b; Comparison::MAX_BYTES + 1], &vec![0x5b; Comparison::MAX_BYTES])),
        ];
        let reported = cases.map(|(name, comparison)| {
            let lines = lines_of(&comparison).join("\n  ");
            format!("{name} = {}\n  {lines}\n", summary(&comparison).text)
        });
        insta::assert_snapshot!(reported.concat());
    }
}
