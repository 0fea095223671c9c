//! Masks keys in a text, in every encoding in which a server may repeat them.

use std::ops::Range;

use verification::ApiKey;

use super::decoded::Decoded;
use super::form::{Form, Kind, forms, whole_word};
use super::held::Known;

/// How many layers of escapes are undone.
const MAX_LAYERS: usize = 4;

/// The text without these keys; `None` if it holds none of them.
pub(super) fn strike_keys(text: &str, known: &Known) -> Option<String> {
    let forms: Vec<Form> = known.keys.iter().map(ApiKey::reveal).flat_map(forms).collect();
    if forms.is_empty() && known.past.is_empty() {
        return None;
    }
    strike(text, |layer| {
        let past = known.past.iter().flat_map(|traces| traces.find(layer, &known.salt));
        find(layer, &forms).into_iter().chain(past).collect()
    })
}

/// Replaces all matches in the text, and in each layer beneath its escapes, with the mask.
pub(super) fn strike(text: &str, find: impl Fn(&[u8]) -> Vec<Range<usize>>) -> Option<String> {
    let mut found = find(text.as_bytes());
    let mut layers: Vec<Decoded> = Vec::new();
    while layers.len() < MAX_LAYERS {
        let above = layers.last().map_or(text.as_bytes(), |layer| &layer.bytes);
        let Some(layer) = Decoded::decode(above) else { break };
        let ranges = find(&layer.bytes);
        layers.push(layer);
        let written =
            |range: Range<usize>| layers.iter().rev().fold(range, |range, layer| layer.written(&range));
        found.extend(ranges.into_iter().map(written));
    }
    if found.is_empty() {
        return None;
    }
    found.sort_by_key(|range| range.start);
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for range in found {
        if range.start >= end {
            out.push_str(text.get(end..range.start).unwrap_or_default());
            out.push_str(ApiKey::MASK);
        }
        end = end.max(range.end);
    }
    out.push_str(text.get(end..).unwrap_or_default());
    Some(out)
}

fn find(layer: &[u8], forms: &[Form]) -> Vec<Range<usize>> {
    let mut begins = [false; 256];
    for first in forms.iter().filter_map(|form| form.bytes.first()) {
        for byte in [first.to_ascii_lowercase(), first.to_ascii_uppercase()] {
            if let Some(begins) = begins.get_mut(usize::from(byte)) {
                *begins = true;
            }
        }
    }
    let mut found: Vec<Range<usize>> = Vec::new();
    let candidates =
        layer.iter().enumerate().filter(|(_, byte)| begins.get(usize::from(**byte)) == Some(&true));
    for (at, _) in candidates {
        for form in forms {
            let range = at..at + form.bytes.len();
            let Some(part) = layer.get(range.clone()) else { continue };
            match form.kind {
                Kind::Plain if part.eq_ignore_ascii_case(&form.bytes) => found.push(range),
                Kind::Base64 if part == &**form.bytes => found.push(whole_word(layer, range)),
                Kind::Plain | Kind::Base64 => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

    use super::*;

    const KEY: &str = "K3y/Th4t\"No+body_May-See";

    fn struck(text: &str) -> Option<String> {
        strike_keys(text, &Known { keys: vec![ApiKey::parse(KEY).unwrap()], ..Known::default() })
    }

    #[test]
    fn a_key_is_struck_in_every_form() {
        let escaped = KEY.chars().map(|c| format!("\\u{:04X}", u32::from(c))).collect::<Vec<_>>().concat();
        let percent = KEY.bytes().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat();
        let twice = percent.replace('%', "%25");
        let html = KEY.chars().map(|c| format!("&#{};", u32::from(c))).collect::<Vec<_>>().concat();
        let forms = [
            KEY.to_owned(),
            KEY.to_uppercase(),
            KEY.to_lowercase(),
            serde_json::Value::from(KEY).to_string().trim_matches('"').to_owned(),
            KEY.replace('/', "\\/"),
            escaped.clone(),
            escaped.replace('\\', "\\\\"),
            percent.clone(),
            percent.to_uppercase(),
            twice,
            html,
            alloy_primitives::hex::encode(KEY),
            alloy_primitives::hex::encode_upper(KEY),
        ];
        for form in forms {
            assert_eq!(struck(&format!("<{form}>")).as_deref(), Some("<********>"), "{form}");
            assert_eq!(struck(&format!("{form}é{form}")).as_deref(), Some("********é********"), "{form}");
        }
        let named = KEY.replace('"', "&quot;").replace('+', "&plus;");
        assert_eq!(struck(&format!("<{named}>")).as_deref(), Some("<********>"));
        for engine in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
            for before in ["", "x", "us", "user:"] {
                for spelling in [KEY.to_owned(), KEY.to_lowercase(), KEY.to_uppercase()] {
                    let encoded = engine.encode(format!("{before}{spelling} and more"));
                    assert_eq!(struck(&format!("<{encoded}>")).as_deref(), Some("<********>"), "{encoded}");
                }
            }
        }
    }

    #[test]
    fn a_key_with_an_accent_is_struck_in_capitals_and_as_an_entity() {
        let known = Known { keys: vec![ApiKey::parse("clé-secrète").unwrap()], ..Known::default() };
        for form in ["CLÉ-SECRÈTE", "Clé-Secrète", "cl&eacute;-secr&egrave;te", "CL&Eacute;-SECR&#200;TE"]
        {
            assert_eq!(strike_keys(form, &known).as_deref(), Some("********"), "{form}");
        }
    }

    #[test]
    fn nothing_else_is_struck() {
        for text in ["", "K3y", "a\\u0062c", "50 %", KEY.trim_end_matches('e')] {
            assert_eq!(struck(text), None, "{text}");
        }
        let short = Known { keys: vec![ApiKey::parse("key").unwrap()], ..Known::default() };
        assert_eq!(strike_keys("the short key", &short), None);
        assert_eq!(strike_keys("anything", &Known::default()), None);
    }
}
