//! `POST /v2/verify/{chain}/{address}`: a compiler's input as standard JSON.

use serde_json::Value;

use super::{Demands, SourceMode};
use crate::verifier::checks;
use crate::verifier::compiler::Compilation;
use crate::verifier::failure::Failure;

pub(in crate::verifier) const MODE: SourceMode =
    SourceMode { demands: Demands { schema, more }, read: parse_compilation };

fn schema(body: &Value) -> Option<String> {
    let members =
        [("stdJsonInput", "object"), ("compilerVersion", "string"), ("contractIdentifier", "string")];
    let version = || {
        let version = body.get("compilerVersion")?.as_str()?;
        (!is_version(version)).then(|| {
            "request/body/compilerVersion must match pattern \"^v?\\d+\\.\\d+\\.\\d+.*$\"".to_owned()
        })
    };
    checks::members_fault(body, &members).or_else(version).or_else(|| checks::hash_fault(body))
}

fn more(body: &Value) -> Option<String> {
    let input = body.get("stdJsonInput")?;
    if input.get("language").and_then(Value::as_str).is_none_or(str::is_empty) {
        return Some("Standard JSON input must contain a language field.".into());
    }
    let Some(sources) = input.get("sources").and_then(Value::as_object).filter(|all| !all.is_empty()) else {
        return Some("Standard JSON input must contain a sources field.".into());
    };
    let content =
        |source: &Value| source.get("content")?.as_str().filter(|text| !text.is_empty()).map(|_| ());
    if sources.values().any(|source| content(source).is_none()) {
        return Some("Standard JSON input must contain a content field for each source.".into());
    }
    let identifier = body.get("contractIdentifier").and_then(Value::as_str).unwrap_or_default();
    identifier_parts(identifier).is_none().then(|| {
        format!("The contractIdentifier {identifier:?} must be a path and a name, joined by a colon.")
    })
}

/// `^v?\d+\.\d+\.\d+.*$`
fn is_version(text: &str) -> bool {
    let mut parts = text.strip_prefix('v').unwrap_or(text).splitn(3, '.');
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let [major, minor, rest] = [(); 3].map(|()| parts.next().unwrap_or_default());
    number(major) && number(minor) && rest.starts_with(|first: char| first.is_ascii_digit())
}

fn identifier_parts(identifier: &str) -> Option<(&str, &str)> {
    identifier.rsplit_once(':').filter(|(path, name)| !path.is_empty() && !name.is_empty())
}

fn parse_compilation(body: &Value) -> Result<Compilation, Failure> {
    let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let version = text("/compilerVersion");
    let (path, name) = identifier_parts(text("/contractIdentifier")).unwrap_or_default();
    let sources = body.pointer("/stdJsonInput/sources").and_then(Value::as_object).into_iter().flatten();
    let sources = sources
        .filter_map(|(path, source)| Some((path.clone(), source.get("content")?.as_str()?.to_owned())));
    Compilation::new(
        text("/stdJsonInput/language"),
        version.strip_prefix('v').unwrap_or(version),
        sources.collect(),
        body.pointer("/stdJsonInput/settings").cloned().unwrap_or_default(),
        (path.to_owned(), name.to_owned()),
    )
}
