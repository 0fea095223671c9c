//! Query parameters as the server parses them: keys in any case, lists capped, unknown names refused.

use super::answer::Refusal;

/// The most values of one parameter.
const MAX_VALUES: usize = 100;
/// Rows on a page, unless asked otherwise, and at most.
const DEFAULT_PAGE_ROWS: usize = 25;
const MAX_PAGE_ROWS: usize = 100;

/// A request's parameters in their order, keys in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Query(Vec<(String, String)>);

/// A parameter that a route knows, and whether a value of it is good.
pub(super) type Known = (&'static str, fn(&str) -> bool);

/// `limit` and `order`, which every list knows.
pub(super) const LIMIT: Known = ("limit", |value| bare(value).parse::<u64>().is_ok_and(|limit| limit > 0));
pub(super) const ORDER: Known =
    ("order", |value| ["asc", "desc"].iter().any(|order| bare(value).eq_ignore_ascii_case(order)));

impl Query {
    /// Reads the part of a URL after `?`.
    /// Errors: `name[member]` makes the real server stumble; more than a hundred values of one name are refused.
    pub(super) fn parse(text: Option<&str>) -> Result<Self, Refusal> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (key, value) in form_urlencoded::parse(text.unwrap_or_default().as_bytes()) {
            let key = key.to_lowercase();
            let key = key.strip_suffix("[]").unwrap_or(&key);
            if key.contains('[') {
                return Err(Refusal::Internal);
            }
            pairs.push((key.to_owned(), value.into_owned()));
        }
        let query = Self(pairs);
        let count = |name: &str| query.0.iter().filter(|(key, _)| key == name).count();
        if query.0.iter().any(|(key, _)| count(key) > MAX_VALUES) {
            let message = "Array limit exceeded. Only 100 elements allowed in an array.";
            return Err(Refusal::Invalid(vec![message.to_owned()]));
        }
        Ok(query)
    }

    /// Checks every value and every name.
    /// Errors: A message for each bad value, then one for each unknown name.
    pub(super) fn check(&self, known: &[Known]) -> Result<(), Refusal> {
        let mut invalid = Vec::new();
        let mut unknown = Vec::new();
        for (key, value) in &self.0 {
            let message = match known.iter().find(|(name, _)| name == key) {
                None => format!("Unknown query parameter: {key}"),
                Some((_, good)) if !good(value) => format!("Invalid parameter: {key}"),
                Some(_) => continue,
            };
            let messages = if message.starts_with('U') { &mut unknown } else { &mut invalid };
            if !messages.contains(&message) {
                messages.push(message);
            }
        }
        invalid.append(&mut unknown);
        if invalid.is_empty() { Ok(()) } else { Err(Refusal::Invalid(invalid)) }
    }

    /// All values of a name, in order.
    pub(super) fn all(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The last value of a name, which wins, without `eq:`.
    pub(super) fn last(&self, name: &'static str) -> Option<&str> {
        self.all(name).last().map(bare)
    }

    pub(super) fn has(&self, name: &'static str) -> bool {
        self.all(name).next().is_some()
    }

    pub(super) fn limit(&self) -> usize {
        let limit = self.last("limit").and_then(|limit| limit.parse().ok());
        limit.unwrap_or(DEFAULT_PAGE_ROWS).min(MAX_PAGE_ROWS)
    }

    pub(super) fn descending(&self, usual: bool) -> bool {
        self.last("order").map_or(usual, |order| order.eq_ignore_ascii_case("desc"))
    }

    /// The query of the following page: the same, with the bound of `key` in the order's direction replaced and moved
    /// to the end. A key with `eq` or `ne` stays unchanged, so the page repeats.
    pub(super) fn next(&self, key: &'static str, descending: bool, bound: &str) -> String {
        let fixed =
            |value: &str| !value.contains(':') || value.starts_with("eq:") || value.starts_with("ne:");
        if self.all(key).any(fixed) {
            return self.to_text();
        }
        let mut pairs = self.0.clone();
        pairs.retain(|pair| !is_bound(pair, key, descending));
        let operator = if descending { "lt" } else { "gt" };
        pairs.push((key.to_owned(), format!("{operator}:{bound}")));
        Self(pairs).to_text()
    }

    /// The same with a bound of this name in the order's direction in place of those it has: behind the other values
    /// of the name, or at the end.
    pub(super) fn rebound(&self, key: &'static str, descending: bool, operator: &str, bound: &str) -> Self {
        let last = self.0.iter().rposition(|(name, _)| name == key).unwrap_or(self.0.len());
        let (before, after) = self.0.split_at_checked(last + 1).unwrap_or((&self.0, &[]));
        let kept = before.iter().filter(|pair| !is_bound(pair, key, descending)).cloned();
        let value = (key.to_owned(), format!("{operator}:{bound}"));
        Self(kept.chain([value]).chain(after.iter().cloned()).collect())
    }

    /// The text after `?`, decoded, as the server writes it into links.
    pub(super) fn to_text(&self) -> String {
        let pairs: Vec<String> = self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        pairs.join("&")
    }
}

/// A value without its operator. Like the real server, accepts any operator where only equality makes sense.
fn bare(value: &str) -> &str {
    value.split_once(':').map_or(value, |(_, bare)| bare)
}

/// Whether a parameter is a bound of this name in the order's direction.
fn is_bound((name, value): &(String, String), key: &str, descending: bool) -> bool {
    let starts = if descending { ["lt:", "lte:"] } else { ["gt:", "gte:"] };
    name == key && starts.iter().any(|start| value.starts_with(start))
}
