//! An answer in which strangers have filled the fields, whatever these are. The text is gone through as it is, so that what
//! is left alone keeps its form, and a field that is new is filled by itself.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::corpus::{HALVES, corpus, endless};

/// Which fields are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Texts: not what pages are found and opened by.
    Texts,
    /// Texts, and of the other fields (ids, hashes, times, numbers, words of the API) each in one of so many passes.
    Class(u64, u64),
    /// Whatever there is.
    All,
}

/// How many bytes of an answer there are for each text of a field: the fields of a long one have a few, not all.
const BYTES_PER_TEXT: usize = 60_000;

/// The most words without end in an answer.
const MAX_ENDLESS: usize = 2;

/// Fields whose values are texts even if these are words.
const TEXTS: [&str; 12] = [
    "memo",
    "name",
    "symbol",
    "message",
    "detail",
    "data",
    "error",
    "title",
    "description",
    "content",
    "customCode",
    "error_message",
];

/// The answer with its fields filled; another seed puts other texts into them.
pub(crate) fn rewritten(body: &str, pass: Pass, seed: u64) -> String {
    let texts = (BYTES_PER_TEXT / body.len().max(1)).clamp(3, corpus().len());
    let out = String::with_capacity(body.len() * 2);
    let mut filler = Filler { rest: body, out, pass, seed, texts, endless: 0, count: 0 };
    if body.trim_start().starts_with(['{', '[']) && filler.value("", 7).is_some() {
        filler.out.push_str(filler.rest);
        return filler.out;
    }
    // No JSON: what is written for eyes.
    format!("{body}{}", filler.text(7))
}

struct Filler<'a> {
    rest: &'a str,
    out: String,
    pass: Pass,
    seed: u64,
    /// How many texts a field has.
    texts: usize,
    /// How many words without end there were so far.
    endless: usize,
    /// How many fields there were so far.
    count: u64,
}

impl<'a> Filler<'a> {
    fn blanks(&mut self) {
        let rest = self.rest.trim_start();
        let (blanks, rest) = self.rest.split_at(self.rest.len() - rest.len());
        self.out.push_str(blanks);
        self.rest = rest;
    }

    /// Takes this sign over, if it comes next.
    fn sign(&mut self, sign: char) -> Option<()> {
        self.blanks();
        self.rest = self.rest.strip_prefix(sign)?;
        self.out.push(sign);
        Some(())
    }

    /// What is in the quotes that come next, as it is written.
    fn quoted(&mut self) -> Option<&'a str> {
        self.blanks();
        let inside = self.rest.strip_prefix('"')?;
        let mut escaped = false;
        let end = inside.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        })?;
        let (text, rest) = inside.split_at(end);
        self.rest = rest.strip_prefix('"')?;
        Some(text)
    }

    /// A value: the name of its field, and where it is.
    fn value(&mut self, field: &str, place: u64) -> Option<()> {
        self.blanks();
        match self.rest.chars().next()? {
            '{' => self.object(place),
            '[' => {
                self.sign('[')?;
                if self.sign(']').is_some() {
                    return Some(());
                }
                loop {
                    self.value(field, place)?;
                    if self.sign(',').is_none() {
                        return self.sign(']');
                    }
                }
            }
            '"' => {
                let text = self.quoted()?;
                let filled = self.filled(field, text, place);
                let _ = write!(self.out, "\"{filled}\"");
                Some(())
            }
            _ => {
                let end = self.rest.find([',', '}', ']', ' ', '\n', '\r', '\t']).unwrap_or(self.rest.len());
                let (scalar, rest) = self.rest.split_at(end);
                self.rest = rest;
                self.count += 1;
                if self.fills_in(place ^ 5) {
                    let text = self.text(place);
                    let _ = write!(self.out, "\"{text}\"");
                } else {
                    self.out.push_str(scalar);
                }
                (end > 0).then_some(())
            }
        }
    }

    /// An object, with a member that nobody knows.
    fn object(&mut self, place: u64) -> Option<()> {
        self.sign('{')?;
        let (name, value) = (self.text(place ^ 1), self.text(place ^ 2));
        let _ = write!(self.out, "\"{name}\":\"{value}\"");
        if self.sign('}').is_some() {
            return Some(());
        }
        self.out.push(',');
        loop {
            let name = self.quoted()?;
            // What is no name of a field is a path or another text.
            let is_field = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let more = if is_field { String::new() } else { self.text(place ^ hash(name)) };
            let _ = write!(self.out, "\"{name}{more}\"");
            self.sign(':')?;
            self.value(name, place.wrapping_mul(31) ^ hash(name))?;
            if self.sign(',').is_none() {
                return self.sign('}');
            }
        }
    }

    /// Whether a field is filled that is no text.
    fn fills_in(&self, place: u64) -> bool {
        match self.pass {
            Pass::Texts => false,
            Pass::Class(class, all) => mixed(place) % all == class,
            Pass::All => true,
        }
    }

    /// What is in a field instead of this.
    fn filled(&mut self, field: &str, text: &str, place: u64) -> String {
        self.count += 1;
        let plain =
            &corpus()[usize::try_from(mixed(place ^ self.count ^ self.seed)).unwrap_or(0) % corpus().len()];
        match field {
            "memo_base64" => return STANDARD.encode(plain),
            // A second memo goes before the first.
            "transaction_body" if plain.len() < 100 => {
                let mut body = STANDARD.decode(text).unwrap_or_default();
                body.extend([0x12, u8::try_from(plain.len()).unwrap_or(0)]);
                body.extend(plain.bytes());
                return STANDARD.encode(body);
            }
            "error_message" | "call_result"
                if text.len() > 66 || mixed(place ^ self.count).is_multiple_of(2) =>
            {
                return reason(plain);
            }
            _ => {}
        }
        let is_text = TEXTS.contains(&field) || text.contains([' ', '\\']) || !text.is_ascii();
        if is_text {
            return self.text(place);
        }
        if !self.fills_in(place) {
            return text.to_owned();
        }
        let (head, tail) = text.split_at(text.len() / 2);
        match mixed(place ^ self.seed) % 3 {
            0 => self.text(place),
            1 => format!("{text}{}", self.text(place)),
            _ => format!("{head}{}{tail}", self.text(place)),
        }
    }

    /// Texts of strangers as they are in JSON: every kind of them, or the next few.
    fn text(&mut self, place: u64) -> String {
        let all = corpus();
        let first = usize::try_from(mixed(place ^ self.seed).wrapping_add(self.count) % 1024).unwrap_or(0);
        let mut texts: Vec<String> = (0..self.texts)
            .map(|at| encoded(&all[(first + at) % all.len()], (first + at).is_multiple_of(2)))
            .collect();
        match mixed(place ^ self.count ^ self.seed) % 97 {
            0 if self.endless < MAX_ENDLESS => {
                self.endless += 1;
                texts.push(endless());
            }
            1..=4 => texts.insert(0, HALVES[first % HALVES.len()].to_owned()),
            _ => {}
        }
        texts.join(" ")
    }
}

/// A text as JSON has it, with everything written as its number or only what has to be.
fn encoded(text: &str, by_number: bool) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if by_number || c.is_ascii_control() || c == '"' || c == '\\' {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// The bytes of an error with this reason.
fn reason(text: &str) -> String {
    let mut bytes = format!("0x08c379a0{:064x}{:064x}", 32, text.len());
    for byte in text.bytes().chain(std::iter::repeat_n(0, text.len().next_multiple_of(32) - text.len())) {
        let _ = write!(bytes, "{byte:02x}");
    }
    bytes
}

fn hash(text: &str) -> u64 {
    let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, add)
}

/// Spreads numbers that are near each other.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 31)).wrapping_mul(0x7fb5_d329_728e_a185);
    (number ^ (number >> 27)) >> 7
}

#[test]
fn every_field_is_filled_and_the_form_is_kept() {
    let body = r#"{"a": [1234567890123456789012, "0.0.5", {"memo": "x", "src/A.sol": null}], "links": {}}"#;
    assert!(
        rewritten(body, Pass::Texts, 0).contains("1234567890123456789012"),
        "a number stays as it is written"
    );
    let filled = rewritten(body, Pass::All, 0);
    assert!(
        !filled.contains("1234567890123456789012") && !filled.contains("null") && filled.contains("memo"),
        "{filled}"
    );
    // Halves of characters, which some seeds bring, are no JSON to everybody.
    let read = |seed| serde_json::from_str::<serde_json::Value>(&rewritten(body, Pass::Texts, seed)).ok();
    let texts = (0..20).find_map(read).unwrap();
    assert_eq!((&texts["a"][1], texts.as_object().unwrap().len()), (&"0.0.5".into(), 3), "{texts}");
    let inner = texts["a"][2].as_object().unwrap();
    assert!(inner["memo"] != "x" && inner.len() == 3 && !inner.contains_key("src/A.sol"), "{texts}");
    assert!(rewritten("<html>no", Pass::Texts, 0).len() > 100, "what is no JSON has more to say");
}
