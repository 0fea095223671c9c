//! The record that `GET /v2/verify/{verificationId}` returns, as real servers shape it, with its compiler errors.

use ledger::json::{FromJson, Json, Object};
use ledger::{EvmAddress, Field, HexBytes, RawJson, Text, record};
use serde::{Deserialize, Serialize};

use super::{ChainId, Job};

record! {
    /// One poll of a job. The document leaves the fields open; all are optional.
    pub struct JobRecord {
        /// `isJobCompleted`.
        pub completed: Field<bool> = "isJobCompleted",
        /// `verificationId`.
        pub verification_id: Field<Text> = "verificationId",
        /// `jobStartTime`, as written by the server.
        pub started: Field<Text> = "jobStartTime",
        /// `jobFinishTime`, as written by the server.
        pub finished: Field<Text> = "jobFinishTime",
        /// `compilationTime`, milliseconds.
        pub compilation_time: Field<i64> = "compilationTime",
        /// `contract`.
        pub contract: Field<JobContract>,
        /// `error`: why the job failed.
        pub error: Field<JobError>,
        /// `externalVerifications`: results at other explorers, by their name. They arrive after completion.
        pub external: Vec<(Text, ExternalVerification)> = "externalVerifications" as external,
        /// A word that looks like a state, from a payload without `isJobCompleted`.
        pub status_word: Option<Text> as status_word,
        /// Whether this is only what lists show of a large record that is stored, and `raw` is no record that was received.
        pub abridged: bool as Object::unset,
        ..raw
    }
}

/// Where servers of another make might write a job's state.
const STATE_WORDS: [&str; 4] = ["status", "state", "jobStatus", "jobState"];

fn status_word(record: &Object<'_>, _name: &str) -> Option<Text> {
    let of = |name: &&str| record.field::<Text>(name).known().cloned();
    if record.get("isJobCompleted").is_some() { None } else { STATE_WORDS.iter().find_map(of) }
}

fn external(record: &Object<'_>, name: &str) -> Vec<(Text, ExternalVerification)> {
    let explorers = record.get(name).and_then(Json::object).unwrap_or_default();
    let answers = explorers.members().filter(|(_, json)| !json.is_null());
    answers.map(|(name, json)| (Text::from(name), json.record())).collect()
}

/// How well recompiled code matches the deployed code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Match {
    /// `exact_match`: metadata and all.
    Exact,
    /// `match`: but for the metadata.
    Partial,
}

impl FromJson for Match {
    fn from_json(json: Json<'_>) -> Option<Self> {
        match json.string()?.as_ref() {
            "exact_match" => Some(Self::Exact),
            "match" => Some(Self::Partial),
            _ => None,
        }
    }
}

record! {
    /// `contract` of a job.
    pub struct JobContract {
        /// `match`: the better of the two below.
        pub overall: Field<Match> = "match",
        /// `creationMatch`.
        pub creation: Field<Match> = "creationMatch",
        /// `runtimeMatch`.
        pub runtime: Field<Match> = "runtimeMatch",
        /// `chainId`.
        pub chain_id: Field<Text> = "chainId",
        /// `address`.
        pub address: Field<Text>,
        /// `verifiedAt`, as written by the server: the time of the first verification.
        pub verified_at: Field<Text> = "verifiedAt",
        /// `matchId`.
        pub match_id: Field<Text> = "matchId",
    }
}

impl JobContract {
    /// The contract that the record names and the expected one, for people, if they differ. Missing or
    /// unreadable fields count as equal.
    pub fn differs(&self, chain: Option<&ChainId>, address: Option<EvmAddress>) -> Option<(String, String)> {
        let reported_chain =
            self.chain_id.known().and_then(|reported| ChainId::parse(reported.escaped().trim()));
        let reported = self
            .address
            .known()
            .and_then(|reported| EvmAddress::parse_any_case(reported.escaped().trim()).ok());
        let of = |address: EvmAddress, chain: &ChainId| format!("{} on chain {chain}", address.checksummed());
        match (reported_chain, chain, reported, address) {
            (Some(reported_chain), Some(chain), Some(reported), Some(address))
                if reported_chain != *chain || reported != address =>
            {
                Some((of(reported, &reported_chain), of(address, chain)))
            }
            (Some(reported), Some(chain), ..) if reported != *chain => {
                Some((format!("chain {reported}"), format!("chain {chain}")))
            }
            (.., Some(reported), Some(address)) if reported != address => {
                Some((reported.checksummed(), address.checksummed()))
            }
            _ => None,
        }
    }
}

record! {
    /// `error` of a job.
    pub struct JobError {
        /// `customCode`, an open set.
        pub code: Field<Text> = "customCode",
        /// `message`.
        pub message: Field<Text>,
        /// `errorId`.
        pub error_id: Field<Text> = "errorId",
        /// `recompiledCreationCode`.
        pub recompiled_creation: Field<HexBytes> = "recompiledCreationCode",
        /// `recompiledRuntimeCode`.
        pub recompiled_runtime: Field<HexBytes> = "recompiledRuntimeCode",
        /// `onchainCreationCode`.
        pub onchain_creation: Field<HexBytes> = "onchainCreationCode",
        /// `onchainRuntimeCode`.
        pub onchain_runtime: Field<HexBytes> = "onchainRuntimeCode",
        /// `creationTransactionHash`.
        pub creation_transaction_hash: Field<HexBytes> = "creationTransactionHash",
        /// `errorData`, shaped by the code.
        pub data: Field<RawJson> = "errorData",
    }

    /// One entry of `externalVerifications`.
    pub struct ExternalVerification: Document {
        /// `verificationId`, which may be a word such as `VERIFIER_ALREADY_VERIFIED`.
        pub verification_id: Field<Text> = "verificationId",
        /// `statusUrl`.
        pub status_url: Field<Text> = "statusUrl",
        /// `explorerUrl`.
        pub explorer_url: Field<Text> = "explorerUrl",
        /// `contractApiUrl`.
        pub contract_api_url: Field<Text> = "contractApiUrl",
        /// `error`.
        pub error: Field<Text>,
    }
}

/// One complaint of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerError {
    /// `severity`, such as `error`.
    pub severity: Text,
    /// `sourceLocation.file`, if it is about a place.
    pub file: Option<Text>,
    /// `formattedMessage`, line by line: the message with the place in the source drawn. Else `message`.
    pub lines: Vec<Text>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    #[serde(default)]
    compiler_errors: Vec<Complaint>,
    compiler_error_message: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Complaint {
    #[serde(default)]
    severity: String,
    #[serde(default)]
    message: String,
    formatted_message: Option<String>,
    source_location: Option<Location>,
}

#[derive(Deserialize)]
struct Location {
    file: Option<String>,
}

impl JobError {
    /// The compiler's errors in its order; empty if `errorData` has another shape.
    pub fn compiler_errors(&self) -> Vec<CompilerError> {
        let data = self.data.known().and_then(|data| serde_json::from_str::<Data>(data.raw()).ok());
        let Some(data) = data else { return Vec::new() };
        let whole = data.compiler_error_message.map(|message| CompilerError {
            severity: "error".into(),
            file: None,
            lines: lines(&message),
        });
        data.compiler_errors.into_iter().map(CompilerError::from).chain(whole).collect()
    }

    /// The compiler's errors in the compiler's format, line by line, each with its source excerpt.
    pub fn formatted(&self) -> Vec<String> {
        let errors = self.compiler_errors();
        errors.iter().flat_map(|error| error.lines.iter().map(Text::escaped)).collect()
    }
}

impl Job {
    /// The verifier's message about a failure: the compiler's errors in the compiler's format, else its own words.
    pub fn message(&self) -> Option<String> {
        let error = self.record.as_ref().and_then(|record| record.error.known());
        let formatted = error.map(JobError::formatted).filter(|lines| !lines.is_empty());
        let words = error.and_then(|error| error.message.known()).or(self.words.as_ref()).map(Text::escaped);
        formatted.map(|lines| lines.join("\n")).or(words)
    }
}

impl From<Complaint> for CompilerError {
    fn from(complaint: Complaint) -> Self {
        Self {
            severity: complaint.severity.into(),
            file: complaint.source_location.and_then(|location| location.file).map(Text::from),
            lines: lines(complaint.formatted_message.as_deref().unwrap_or(&complaint.message)),
        }
    }
}

fn lines(text: &str) -> Vec<Text> {
    text.trim_end().lines().map(Text::from).collect()
}

#[cfg(test)]
mod tests {
    use ledger::{Field, RawJson};

    use super::*;

    fn errors(data: &str) -> Vec<CompilerError> {
        let data = Field::Known(RawJson::new(data));
        JobError { data, ..JobError::default() }.compiler_errors()
    }

    #[test]
    fn complaints_are_read_line_by_line() {
        let read = errors(
            r#"{"compilerErrors":[{"component":"general","severity":"error","message":"Expected ';'",
                "formattedMessage":"ParserError: Expected ';'\n --> A.sol:4:17:\n","sourceLocation":{"file":"A.sol","start":1,"end":2}}]}"#,
        );
        assert_eq!(read.len(), 1);
        assert!(read[0].file.as_ref().is_some_and(|file| file.is("A.sol")));
        assert_eq!(read[0].lines, [Text::from("ParserError: Expected ';'"), Text::from(" --> A.sol:4:17:")]);
    }

    #[test]
    fn other_shapes_are_no_complaints() {
        assert_eq!(errors(r#"{"compilerErrorMessage":"no such version"}"#).len(), 1);
        for data in ["{}", "[]", "7", "{\"compilerErrors\":7}", "not JSON"] {
            assert!(errors(data).is_empty(), "{data}");
        }
    }
}
