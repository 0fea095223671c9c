//! Submissions: the operations `POST /v2/verify/…/{chainId}/{address}` and their values.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use alloy_primitives::hex;
use ledger::EvmAddress;
use ledger::json::{FromJson, Json};
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::{CompilerVersion, ContractIdentifier, Mode, Upload};

/// A chain number as the verification API wants it: 1 to 20 decimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ChainId(String);

impl FromJson for ChainId {
    /// Digits, sent as a number or as a string.
    fn from_json(json: Json<'_>) -> Option<Self> {
        Self::parse(&json.scalar()?)
    }
}

impl ChainId {
    /// Reads 1 to 20 digits. A leading zero is refused: servers know no such chain.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = (1..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        (digits && (text == "0" || !text.starts_with('0'))).then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for ChainId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The hash of the transaction that created a contract: 32 bytes, sent in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CreationHash([u8; 32]);

impl CreationHash {
    /// The hash of the creating transaction, 32 bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads `0x` and 64 hex digits; upper case is lowered.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x")?;
        let mut bytes = [0; 32];
        (digits.len() == 64 && hex::decode_to_slice(digits, &mut bytes).is_ok()).then_some(Self(bytes))
    }

    /// The hash; `None` if it is zero, which tools write for a missing one.
    pub(crate) fn unless_zero(self) -> Option<Self> {
        (self.0 != [0; 32]).then_some(self)
    }
}

impl fmt::Display for CreationHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode_prefixed(self.0))
    }
}

/// A key for the block explorer that sources are imported from. It is sent in the body and goes nowhere else:
/// it cannot be printed, and nothing that is stored can hold it.
#[derive(Clone)]
pub struct ApiKey(SecretString);

impl ApiKey {
    /// Shown instead of a key. It reveals nothing, not even the length.
    pub const MASK: &'static str = "********";

    /// Takes a key, trimmed. `None` if it is empty or has a blank, a control character, `&` or `#` in it:
    /// servers put it into an address unescaped.
    pub fn parse(text: &str) -> Option<Self> {
        let key = text.trim();
        let fit = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '&' | '#');
        (!key.is_empty() && key.chars().all(fit)).then(|| Self(key.into()))
    }

    /// The key itself: for the request's body only.
    pub fn reveal(&self) -> &str {
        self.0.expose_secret()
    }

    /// The body of a submission with the key in it, written without a copy that would stay in memory.
    fn as_body(&self) -> Zeroizing<String> {
        const FIELD: &str = r#"{"apiKey":""#;
        let key = self.reveal();
        let mut body = Zeroizing::new(String::with_capacity(FIELD.len() + 2 * key.len() + 2));
        body.push_str(FIELD);
        for c in key.chars() {
            // A key has no control characters, so only these need escaping.
            if matches!(c, '"' | '\\') {
                body.push('\\');
            }
            body.push(c);
        }
        body.push_str("\"}");
        body
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

impl PartialEq for ApiKey {
    fn eq(&self, other: &Self) -> bool {
        self.reveal() == other.reveal()
    }
}

impl Eq for ApiKey {}

impl Hash for ApiKey {
    /// Hashes nothing: no hash may depend on the key.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A request to verify, whole and checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Submission {
    /// `chainId`.
    pub chain: ChainId,
    /// `address`.
    pub address: EvmAddress,
    /// The mode with the fields of its body.
    pub body: SubmissionBody,
}

/// The body of a submission, by mode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SubmissionBody {
    /// `POST /v2/verify/similarity/{chainId}/{address}`.
    Similarity {
        /// `creationTransactionHash`, optional.
        creation_hash: Option<CreationHash>,
    },
    /// `POST /v2/verify/{segment}/{chainId}/{address}`: the segment is `blockexplorer` as documented, `etherscan` on public
    /// servers.
    Import {
        /// `apiKey`, optional.
        api_key: Option<ApiKey>,
    },
    /// `POST /v2/verify/{chainId}/{address}`.
    StandardJson {
        /// `stdJsonInput`.
        input: Upload,
        /// `compilerVersion`.
        compiler_version: CompilerVersion,
        /// `contractIdentifier`.
        contract: ContractIdentifier,
        /// `creationTransactionHash`, optional.
        creation_hash: Option<CreationHash>,
    },
    /// `POST /v2/verify/metadata/{chainId}/{address}`.
    Metadata {
        /// `metadata`.
        metadata: Upload,
        /// `sources`: path to text.
        sources: Upload,
        /// `creationTransactionHash`, optional.
        creation_hash: Option<CreationHash>,
    },
}

impl SubmissionBody {
    /// The mode without the inputs that it needs.
    pub fn mode(&self) -> Mode {
        match self {
            Self::Similarity { .. } => Mode::Similarity,
            Self::Import { .. } => Mode::Import,
            Self::StandardJson { .. } => Mode::StandardJson,
            Self::Metadata { .. } => Mode::Metadata,
        }
    }

    /// The same with this creation transaction hash; an import takes none.
    #[must_use]
    pub fn created_by(mut self, hash: Option<CreationHash>) -> Self {
        match &mut self {
            Self::Similarity { creation_hash }
            | Self::StandardJson { creation_hash, .. }
            | Self::Metadata { creation_hash, .. } => *creation_hash = hash,
            Self::Import { .. } => {}
        }
        self
    }

    /// The creation transaction hash, if one is given.
    pub fn creation_hash(&self) -> Option<CreationHash> {
        match self {
            Self::Similarity { creation_hash }
            | Self::StandardJson { creation_hash, .. }
            | Self::Metadata { creation_hash, .. } => *creation_hash,
            Self::Import { .. } => None,
        }
    }

    /// The key for the explorer, if one is given.
    pub fn api_key(&self) -> Option<&ApiKey> {
        match self {
            Self::Import { api_key } => api_key.as_ref(),
            Self::Similarity { .. } | Self::StandardJson { .. } | Self::Metadata { .. } => None,
        }
    }

    /// The number of bytes sent.
    pub fn bytes(&self) -> usize {
        if let Some(key) = self.api_key() {
            return key.as_body().len();
        }
        let uploads = match self {
            Self::StandardJson { input, .. } => input.bytes(),
            Self::Metadata { metadata, sources, .. } => metadata.bytes() + sources.bytes(),
            Self::Similarity { .. } | Self::Import { .. } => 0,
        };
        let fields = self.fields(|_| Cow::Borrowed(""));
        uploads + 2 + fields.iter().map(|(name, value)| name.len() + value.len() + 4).sum::<usize>()
            - usize::from(!fields.is_empty())
    }

    /// The body's fields in the order in which they are sent, with [`ApiKey::MASK`] in place of a key.
    fn fields<'a>(
        &'a self,
        upload: impl Fn(&'a Upload) -> Cow<'a, str>,
    ) -> Vec<(&'static str, Cow<'a, str>)> {
        let hash = self.creation_hash().map(|hash| ("creationTransactionHash", quoted(&hash)));
        let mut fields = match self {
            Self::Similarity { .. } => Vec::new(),
            Self::Import { api_key } => api_key.iter().map(|_| ("apiKey", quoted(&ApiKey::MASK))).collect(),
            Self::StandardJson { input, compiler_version, contract, .. } => vec![
                ("stdJsonInput", upload(input)),
                ("compilerVersion", quoted(compiler_version)),
                ("contractIdentifier", quoted(contract)),
            ],
            Self::Metadata { metadata, sources, .. } => {
                vec![("metadata", upload(metadata)), ("sources", upload(sources))]
            }
        };
        fields.extend(hash);
        fields
    }
}

/// A text as JSON.
fn quoted(text: &impl ToString) -> Cow<'static, str> {
    Cow::Owned(serde_json::Value::from(text.to_string()).to_string())
}

impl Submission {
    /// The mode of the body, which decides the path.
    pub fn mode(&self) -> Mode {
        self.body.mode()
    }

    /// The path below the verifier's base address. Servers differ in the segment that names import.
    pub fn path(&self, import_segment: &str) -> String {
        let segment = match self.mode() {
            Mode::Similarity => "similarity/",
            Mode::Import => &format!("{import_segment}/"),
            Mode::StandardJson => "",
            Mode::Metadata => "metadata/",
        };
        format!("/v2/verify/{segment}{}/{}", self.chain, self.address)
    }

    /// The body to send: an object even if it is empty, which servers insist on.
    pub fn body(&self) -> Zeroizing<String> {
        match self.body.api_key() {
            Some(key) => key.as_body(),
            None => object(self.body.fields(Upload::reveal)).into(),
        }
    }

    /// The body for display: with [`ApiKey::MASK`] in place of a key, and a summary in place of an upload's text.
    pub fn masked_body(&self) -> String {
        object(self.body.fields(|upload| quoted(&format!("… {} …", upload.summary()))))
    }
}

/// Joins fields, whose values are JSON already. Uploads are not parsed again: they may be large.
fn object(fields: Vec<(&'static str, Cow<'_, str>)>) -> String {
    let mut out = String::with_capacity(fields.iter().map(|(_, value)| value.len() + 40).sum::<usize>() + 2);
    for (name, value) in fields {
        out.push(if out.is_empty() { '{' } else { ',' });
        out.push('"');
        out.push_str(name);
        out.push_str("\":");
        out.push_str(&value);
    }
    out.push_str(if out.is_empty() { "{}" } else { "}" });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chain_ids_are_digits() {
        assert!(ChainId::parse("296").is_some());
        assert!(ChainId::parse(&"9".repeat(20)).is_some());
        for text in ["", "0x128", "-1", "2 96", "0296", "296.0", &"9".repeat(21)] {
            assert_eq!(ChainId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_creation_hash_is_sent_in_lower_case() {
        let hash = CreationHash::parse(&format!("0x{}", "AB".repeat(32))).unwrap();
        assert_eq!(hash.to_string(), format!("0x{}", "ab".repeat(32)));
        for text in [
            String::new(),
            "ab".repeat(32),
            format!("0x{}", "ab".repeat(48)),
            format!(" 0x{}", "ab".repeat(32)),
        ] {
            assert_eq!(CreationHash::parse(&text), None, "{text}");
        }
    }

    #[test]
    fn a_key_cannot_be_printed() {
        let key = ApiKey::parse("  hunter2 ").unwrap();
        assert_eq!(key.reveal(), "hunter2");
        let submission = Submission {
            chain: ChainId::parse("296").unwrap(),
            address: EvmAddress::new([1; 20]),
            body: SubmissionBody::Import { api_key: Some(key) },
        };
        assert!(!format!("{submission:?}").contains("hunter2"));
        assert_eq!(submission.masked_body(), r#"{"apiKey":"********"}"#);
        let quotes = ApiKey::parse("a\"b\\c").unwrap();
        assert_eq!(*quotes.as_body(), serde_json::json!({"apiKey": "a\"b\\c"}).to_string());
        let address = "0x0101010101010101010101010101010101010101";
        assert_eq!(submission.path("etherscan"), format!("/v2/verify/etherscan/296/{address}"));
        for text in ["", "  ", "a&b", "a#b", "a b"] {
            assert!(ApiKey::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn uploads_are_sent_whole_and_shown_as_counts() {
        let upload = |text: &str, sources| Upload::new(serde_json::from_str(text).unwrap(), sources);
        let hash = CreationHash::new([0xab; 32]);
        let standard = SubmissionBody::StandardJson {
            input: upload(r#"{ "sources": {"A.sol": {"content": "contract A {}"}} }"#, 1),
            compiler_version: CompilerVersion::parse("v0.8.26+commit.8a97fa7a").unwrap(),
            contract: ContractIdentifier::parse("src/\"A\".sol:A").unwrap(),
            creation_hash: Some(hash),
        };
        let metadata = SubmissionBody::Metadata {
            metadata: upload("{}", 0),
            sources: upload(r#"{"A.sol":"contract A {}"}"#, 1),
            creation_hash: None,
        };
        let submission = |body| Submission {
            chain: ChainId::parse("296").unwrap(),
            address: EvmAddress::new([1; 20]),
            body,
        };
        let (standard, metadata) = (submission(standard), submission(metadata));
        assert_eq!(
            *standard.body(),
            format!(
                r#"{{"stdJsonInput":{},"compilerVersion":"v0.8.26+commit.8a97fa7a","contractIdentifier":"src/\"A\".sol:A","creationTransactionHash":"{hash}"}}"#,
                r#"{ "sources": {"A.sol": {"content": "contract A {}"}} }"#
            )
        );
        assert_eq!(*metadata.body(), r#"{"metadata":{},"sources":{"A.sol":"contract A {}"}}"#);
        for (submission, path) in
            [(&standard, "/v2/verify/296/0x01"), (&metadata, "/v2/verify/metadata/296/")]
        {
            assert_eq!(submission.body.bytes(), submission.body().len());
            assert!(submission.path("etherscan").starts_with(path));
            assert!(serde_json::from_str::<serde_json::Value>(&submission.masked_body()).is_ok());
            let shown = format!("{submission:?}{}", submission.masked_body());
            assert!(shown.contains("1 source, ") && !shown.contains("contract A"), "{shown}");
        }
    }
}
