//! Rules as text, for the command line: `/api/v1/contracts status=429 retry-after=3 times=2`.

use std::str::FromStr;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;

use super::{Fault, RetryAfter, Rule};

/// Why a text is no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleFault {
    /// The first word is no path.
    #[error("a rule starts with a path such as /api/v1/contracts")]
    Path,
    /// No word says what happens.
    #[error("say what happens: status=CODE, html, truncate, break, drop, lose, stall or drip=MILLISECONDS")]
    Nothing,
    /// A word that means nothing here.
    #[error(
        "\"{0}\" is not understood; options are times=N, skip=N, retry-after=SECONDS and retry-date=SECONDS"
    )]
    Word(String),
}

impl FromStr for Rule {
    type Err = RuleFault;

    fn from_str(text: &str) -> Result<Self, RuleFault> {
        let mut words = text.split_whitespace();
        let path = words.next().filter(|path| path.starts_with('/')).ok_or(RuleFault::Path)?;
        let mut rule = Self::new(path, Fault::Stall);
        let (mut fault, mut again) = (None, None);
        for word in words {
            let refused = || RuleFault::Word(word.to_owned());
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || value.parse::<u32>().map_err(|_| refused());
            match name {
                "status" => {
                    let status = value.parse::<u16>().ok().and_then(|code| StatusCode::from_u16(code).ok());
                    fault = Some(with_status(status.ok_or_else(refused)?));
                }
                "drip" => fault = Some(Fault::Drip(Duration::from_millis(u64::from(number()?)))),
                "html" => fault = Some(Fault::Html),
                "truncate" => fault = Some(Fault::Truncate),
                "break" => fault = Some(Fault::Break),
                "drop" => fault = Some(Fault::Drop),
                "lose" => fault = Some(Fault::Lose),
                "stall" => fault = Some(Fault::Stall),
                "times" => rule.times = Some(number()?),
                "skip" => rule.skip = number()?,
                "retry-after" => again = Some(RetryAfter::Seconds(number()?)),
                "retry-date" => again = Some(RetryAfter::Date(number()?)),
                _ => return Err(refused()),
            }
        }
        rule.fault = fault.ok_or(RuleFault::Nothing)?;
        if let Fault::Status { retry_after, .. } = &mut rule.fault {
            *retry_after = again;
        }
        Ok(rule)
    }
}

/// A status with its own name as the message, in the mirror node's shape.
fn with_status(status: StatusCode) -> Fault {
    let message = status.canonical_reason().unwrap_or("Unknown");
    let body = json!({ "_status": { "messages": [{ "message": message }] } }).to_string();
    Fault::Status { status: status.as_u16(), body, retry_after: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read() {
        let rule: Rule = "/api/v1/contracts status=429 retry-after=3 times=2".parse().unwrap();
        assert_eq!((rule.path.as_str(), rule.times, rule.skip), ("/api/v1/contracts", Some(2), 0));
        let Fault::Status { status, body, retry_after } = rule.fault else { panic!("a status") };
        assert_eq!((status, retry_after), (429, Some(RetryAfter::Seconds(3))));
        assert!(body.contains("Too Many Requests"));
        assert_eq!("/v2 skip=1 stall".parse(), Ok(Rule::new("/v2", Fault::Stall).after(1)));
        assert_eq!(
            "/ drip=20".parse::<Rule>().map(|rule| rule.fault),
            Ok(Fault::Drip(Duration::from_millis(20)))
        );
    }

    #[test]
    fn what_is_no_rule_is_refused_in_words() {
        assert_eq!("stall".parse::<Rule>(), Err(RuleFault::Path));
        assert_eq!("/v2 times=2".parse::<Rule>(), Err(RuleFault::Nothing));
        for word in ["status=5", "status=x", "times=-1", "explode"] {
            let refused = format!("/v2 stall {word}").parse::<Rule>();
            assert_eq!(refused, Err(RuleFault::Word(word.to_owned())), "{word}");
        }
    }
}
