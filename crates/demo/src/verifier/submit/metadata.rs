//! `POST /v2/verify/metadata/{chain}/{address}`: a compiler's metadata and the sources that it names.

use std::collections::BTreeMap;

use alloy_primitives::keccak256;
use serde_json::{Value, json};

use super::{Demands, SourceMode};
use crate::verifier::checks;
use crate::verifier::compiler::Compilation;
use crate::verifier::failure::Failure;

pub(in crate::verifier) const MODE: SourceMode =
    SourceMode { demands: Demands { schema, more }, read: parse_compilation };

/// Required members of metadata, as JSON pointers with their messages.
const REQUIRED: [(&str, &str); 6] = [
    ("/compiler", "compiler"),
    ("/compiler/version", "compiler.version"),
    ("/language", "language"),
    ("/sources", "sources"),
    ("/settings", "settings"),
    ("/settings/compilationTarget", "settings.compilationTarget"),
];

fn schema(body: &Value) -> Option<String> {
    let members = [("sources", "object"), ("metadata", "object")];
    let odd = || {
        let mut sources = body.get("sources")?.as_object()?.iter();
        let (path, _) = sources.find(|(_, text)| !text.is_string())?;
        Some(format!("request/body/sources/{path} must be string"))
    };
    checks::members_fault(body, &members).or_else(odd).or_else(|| checks::hash_fault(body))
}

fn more(body: &Value) -> Option<String> {
    let metadata = body.get("metadata")?;
    let (_, name) =
        REQUIRED.iter().find(|(pointer, _)| metadata.pointer(pointer).is_none_or(Value::is_null))?;
    Some(format!("Metadata must contain a {name} field."))
}

/// The sources to compile. A source is identified by its hash; the path under which it was sent is ignored.
fn parse_compilation(body: &Value) -> Result<Compilation, Failure> {
    let metadata = body.get("metadata").unwrap_or(&Value::Null);
    let member = |pointer: &str| metadata.pointer(pointer).unwrap_or(&Value::Null);
    let mut targets = member("/settings/compilationTarget").as_object().into_iter().flatten();
    let (Some((path, Value::String(name))), None) = (targets.next(), targets.next()) else {
        let message = "The metadata must name exactly one contract as its compilation target.";
        return Err(Failure::new("invalid_compilation_target", message));
    };
    let target = (path.clone(), name.clone());
    let sent = body.get("sources").and_then(Value::as_object).into_iter().flatten();
    let sent: BTreeMap<String, &str> =
        sent.filter_map(|(_, text)| text.as_str()).map(|text| (keccak256(text).to_string(), text)).collect();
    let mut sources = BTreeMap::new();
    let mut missing = Vec::new();
    for (path, entry) in member("/sources").as_object().into_iter().flatten() {
        let hash = entry.get("keccak256").and_then(Value::as_str).unwrap_or_default().to_lowercase();
        let literal = entry.get("content").and_then(Value::as_str);
        let literal = literal.filter(|text| keccak256(text).to_string() == hash);
        match sent.get(&hash).copied().or(literal) {
            Some(text) => {
                sources.insert(path.clone(), text.to_owned());
            }
            None => missing.push(path.as_str()),
        }
    }
    if !missing.is_empty() {
        let message =
            format!("The metadata names sources that were not sent as they were: {}", missing.join(", "));
        return Err(
            Failure::new("missing_source", message).with("errorData", json!({ "missingSources": missing }))
        );
    }
    let text = |pointer: &str| member(pointer).as_str().unwrap_or_default();
    Compilation::new(
        text("/language"),
        text("/compiler/version"),
        sources,
        member("/settings").clone(),
        target,
    )
}
