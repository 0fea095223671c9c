//! The file whose sources are sent: read, checked, and the contract in it chosen, before anything is asked.

use std::path::Path;

use super::console::say;
use super::source::Source;
use crate::config::VerifyTask;
use crate::files;
use crate::ledger::amount::grouped;
use crate::ledger::text::visible;
use crate::verification::compilation::Standing;
use crate::verification::{Compilation, CompilerVersion, ContractIdentifier, Mode, Upload};

/// How many names a message lists.
const MOST_NAMES: usize = 20;

/// What the flags say of a compilation, in a mode that sends one.
///
/// # Errors
/// Says what is wrong with the file or with what is named of it, and what would do.
pub(super) fn read(mode: Mode, task: &VerifyTask) -> Result<Source, String> {
    let wanted = format!("--file is missing: {} sends what stands in a file", mode.words());
    let path = task.file.as_deref().ok_or(wanted)?;
    let name = visible(&path.display().to_string());
    let compilation = compilation(path, mode).map_err(|fault| format!("{name}: {fault}"))?;
    let contract = contract(&compilation, task.contract.as_deref(), mode)?;
    let version = version(&compilation, task.compiler.as_deref())?;

    let told = |text: Option<String>| text.map(|text| format!("; {}", visible(&text))).unwrap_or_default();
    let what = told(contract.as_ref().map(ToString::to_string));
    let by = told(version.as_ref().map(|version| format!("compiler {version}")));
    let kind = compilation.kind.words();
    let source = if mode == Mode::Metadata {
        compilation.metadata.map(|(metadata, sources)| Source::Metadata { metadata, sources })
    } else {
        let contract = contract.ok_or("name the contract with --contract PATH:NAME")?;
        let compiler_version = known(version)?;
        compilation.input.map(|input| Source::StandardJson { input, compiler_version, contract })
    };
    let source = source.ok_or_else(|| format!("{name}: it does not hold what {} sends", mode.words()))?;
    let (summary, bytes) = source.size();
    if bytes > Upload::MOST {
        let (bytes, most) = (grouped(&bytes), grouped(&Upload::MOST));
        return Err(format!("{name}: {bytes} bytes are more than the {most} that servers take"));
    }
    say(&format!("{name}: {kind}, {summary}{what}{by}"));
    Ok(source)
}

/// The compiler, which must be known; one that cannot be told from others is pointed out.
fn known(version: Option<CompilerVersion>) -> Result<CompilerVersion, String> {
    let version = version.ok_or(
        "the file does not tell its compiler: name it with --compiler, such as 0.8.26+commit.8a97fa7a",
    )?;
    if !version.is_whole() {
        say(&format!("compiler {version} names no build (+commit.…): the verifier may not find it"));
    }
    Ok(version)
}

/// Reads the file, and sees to it that it serves the mode and lacks nothing.
fn compilation(path: &Path, mode: Mode) -> Result<Compilation, String> {
    let found =
        files::compilation(path).map_err(|fault| format!("{} {}", fault.sentence(), fault.next_step()))?;
    if !found.kind.serves(mode) {
        let kind = found.kind.words();
        return Err(format!("this is a {kind}, of which {} cannot be made: try standard-json", mode.words()));
    }
    if !found.lacking.is_empty() {
        let lacking = found.lacking.iter().map(|one| format!("{} {}", one.path.shown(), one.why.words()));
        return Err(format!("nothing can be sent: {}", listed(lacking)));
    }
    Ok(found)
}

/// The contract that is meant: the one that is named, else the only one.
fn contract(
    compilation: &Compilation,
    named: Option<&str>,
    mode: Mode,
) -> Result<Option<ContractIdentifier>, String> {
    let there = &compilation.contracts.deployable;
    let choice = || listed(there.iter().map(|contract| visible(&contract.to_string())));
    let Some(named) = named else {
        return match there.as_slice() {
            [only] => Ok(Some(only.clone())),
            [] => Ok(None),
            _ if mode == Mode::Metadata => Ok(None),
            _ => Err(format!("--contract is missing: the file has {}", choice())),
        };
    };
    let shown = visible(named);
    let contract = ContractIdentifier::parse(named)
        .ok_or_else(|| format!("--contract: {shown} is no PATH:NAME; the file has {}", choice()))?;
    let fault = match compilation.standing(&contract) {
        Standing::Deployable | Standing::Unknown => return Ok(Some(contract)),
        Standing::Codeless => "is abstract or an interface, which has no code of its own",
        Standing::NoSuchSource => "has a path that no source has",
        Standing::NoSuchContract => "is not in that source",
    };
    Err(format!("--contract: {shown} {fault}; the file has {}", choice()))
}

/// The compiler: as the file tells, else as it is named.
fn version(compilation: &Compilation, named: Option<&str>) -> Result<Option<CompilerVersion>, String> {
    let named = named.map(|text| {
        let fault = || format!("--compiler: {} is no version such as 0.8.26+commit.8a97fa7a", visible(text));
        CompilerVersion::parse(text).ok_or_else(fault)
    });
    let bare = |version: &CompilerVersion| version.to_string().trim_start_matches('v').to_owned();
    match (compilation.compiler_version.clone(), named.transpose()?) {
        (Some(told), Some(named)) if bare(&told) != bare(&named) => {
            Err(format!("--compiler: the file was compiled with {told}, not with {named}"))
        }
        (told, named) => Ok(told.or(named)),
    }
}

/// `a, b and 3 more`.
fn listed(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(MOST_NAMES);
    let listed = names.take(MOST_NAMES).collect::<Vec<_>>().join(", ");
    match (listed.as_str(), more) {
        ("", _) => "no contract that can be deployed".to_owned(),
        (_, 0) => listed,
        _ => format!("{listed} and {more} more"),
    }
}
