//! Query parameters as the server reads them: keys in any case, lists capped, what it does not know refused.

use super::answer::Refusal;

/// How many values one parameter may have.
const MOST_VALUES: usize = 100;
/// Rows on a page, unless asked otherwise, and at most.
const USUAL_LIMIT: usize = 25;
const LARGEST_LIMIT: usize = 100;

/// A request's parameters in their order, keys in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Query(Vec<(String, String)>);

/// A parameter that a route knows, and whether a value of it is good.
pub(super) type Known = (&'static str, fn(&str) -> bool);

/// `limit` and `order`, which every list knows.
pub(super) const LIMIT: Known = ("limit", |value| bare(value).parse::<u64>().is_ok_and(|limit| limit > 0));
/// See [`LIMIT`].
pub(super) const ORDER: Known =
    ("order", |value| ["asc", "desc"].iter().any(|order| bare(value).eq_ignore_ascii_case(order)));

impl Query {
    /// Reads the part of a URL after `?`.
    ///
    /// # Errors
    /// `name[member]` makes the real server stumble; more than a hundred values of one name are refused.
    pub(super) fn read(text: Option<&str>) -> Result<Self, Refusal> {
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
        if query.0.iter().any(|(key, _)| count(key) > MOST_VALUES) {
            let message = "Array limit exceeded. Only 100 elements allowed in an array.";
            return Err(Refusal::Invalid(vec![message.to_owned()]));
        }
        Ok(query)
    }

    /// Checks every value, and that every name is known.
    ///
    /// # Errors
    /// A message for each bad value, then one for each unknown name.
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

    /// Whether a name is there.
    pub(super) fn has(&self, name: &'static str) -> bool {
        self.all(name).next().is_some()
    }

    /// How many rows a page has.
    pub(super) fn limit(&self) -> usize {
        let limit = self.last("limit").and_then(|limit| limit.parse().ok());
        limit.unwrap_or(USUAL_LIMIT).min(LARGEST_LIMIT)
    }

    /// Whether the order is descending.
    pub(super) fn descending(&self, usual: bool) -> bool {
        self.last("order").map_or(usual, |order| order.eq_ignore_ascii_case("desc"))
    }

    /// The query of the following page: the same, with the bound of `key` in the order's direction replaced and
    /// moved to the end. A key that is asked for by `eq` or `ne` stays as it is, so the page repeats itself.
    pub(super) fn next(&self, key: &'static str, descending: bool, bound: &str) -> String {
        let (operator, replaced) = if descending { ("lt", ["lt:", "lte:"]) } else { ("gt", ["gt:", "gte:"]) };
        let fixed = self
            .all(key)
            .any(|value| !value.contains(':') || value.starts_with("eq:") || value.starts_with("ne:"));
        let mut pairs = self.0.clone();
        if !fixed {
            pairs.retain(|(name, value)| {
                name != key || !replaced.iter().any(|start| value.starts_with(start))
            });
            pairs.push((key.to_owned(), format!("{operator}:{bound}")));
        }
        Self(pairs).to_text()
    }

    /// The same with a bound of this name in the order's direction in place of those it has: behind the other values
    /// of the name, or at the end.
    pub(super) fn rebound(&self, key: &'static str, descending: bool, operator: &str, bound: &str) -> Self {
        let replaced = if descending { ["lt:", "lte:"] } else { ["gt:", "gte:"] };
        let last = self.0.iter().rposition(|(name, _)| name == key);
        let value = (key.to_owned(), format!("{operator}:{bound}"));
        let mut pairs = Vec::new();
        for (place, pair) in self.0.iter().enumerate() {
            if pair.0 != key || !replaced.iter().any(|start| pair.1.starts_with(start)) {
                pairs.push(pair.clone());
            }
            if last == Some(place) {
                pairs.push(value.clone());
            }
        }
        if last.is_none() {
            pairs.push(value);
        }
        Self(pairs)
    }

    /// As after `?`, decoded, as the server writes it into links.
    pub(super) fn to_text(&self) -> String {
        let pairs: Vec<String> = self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        pairs.join("&")
    }
}

/// A value without its operator, whatever it is: the server is that lenient where only equality makes sense.
fn bare(value: &str) -> &str {
    value.split_once(':').map_or(value, |(_, bare)| bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Query {
        Query::read(Some(text)).unwrap()
    }

    #[test]
    fn keys_are_read_in_any_case_and_the_last_value_wins() {
        let read = query("LIMIT=1&limit=1000&Order=ASC");
        assert_eq!((read.limit(), read.descending(true)), (100, false));
        assert_eq!(query("limit=gt:2").limit(), 2);
        assert_eq!(query("").limit(), 25);
    }

    #[test]
    fn bad_values_are_named_before_unknown_names() {
        let Err(Refusal::Invalid(messages)) = query("foo=1&bar=2&limit=x").check(&[LIMIT, ORDER]) else {
            panic!("refused");
        };
        assert_eq!(
            messages,
            ["Invalid parameter: limit", "Unknown query parameter: foo", "Unknown query parameter: bar"]
        );
        for bad in ["limit=0", "limit=-1", "limit=", "limit=1.5", "limit=99999999999999999999", "order=up"] {
            assert!(query(bad).check(&[LIMIT, ORDER]).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_member_stumbles_and_a_hundred_and_one_values_are_too_many() {
        assert_eq!(Query::read(Some("contract.id[a]=1")), Err(Refusal::Internal));
        assert!(Query::read(Some("timestamp[]=1")).unwrap().has("timestamp"));
        let many = |count: usize| Query::read(Some(&vec!["timestamp=1"; count].join("&")));
        assert!(many(100).is_ok() && many(101).is_err());
    }

    #[test]
    fn a_bound_of_two_parts_stands_with_its_name() {
        let asked = query("timestamp=gt:1&timestamp=lt:9&limit=2");
        let next = asked.rebound("timestamp", true, "lte", "5").rebound("index", true, "lt", "0");
        assert_eq!(next.to_text(), "timestamp=gt:1&timestamp=lte:5&limit=2&index=lt:0");
    }

    #[test]
    fn the_bound_in_the_order_s_direction_moves_to_the_end() {
        let asked = query("timestamp=lt:9.000000000&Limit=2&timestamp=gt:1");
        assert_eq!(asked.next("timestamp", true, "5.0"), "limit=2&timestamp=gt:1&timestamp=lt:5.0");
        assert_eq!(
            asked.next("timestamp", false, "5.0"),
            "timestamp=lt:9.000000000&limit=2&timestamp=gt:5.0"
        );
        let looping = "limit=1&timestamp=1795216207.123456789";
        assert_eq!(query(looping).next("timestamp", true, "1"), looping);
        let looping = "limit=1&timestamp=ne:1";
        assert_eq!(query(looping).next("timestamp", true, "1"), looping);
    }
}
