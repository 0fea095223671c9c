//! Answers of the mirror node: bodies, its error shape, and the headers that it always sends.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use serde_json::{Value, json};

use crate::answer::json as json_answer;

#[derive(Clone, Debug)]
pub(super) struct Answer {
    status: StatusCode,
    body: String,
    /// The link to the following page, as in `links.next`.
    next: Option<String>,
    /// Seconds for which it may be cached; `None` for errors.
    max_age: Option<u32>,
}

/// The reason of a refused request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// 400, one message for each fault.
    Invalid(Vec<String>),
    /// 404.
    NotFound,
    /// 400, 404 or 415 for a call that was requested: the message, its detail, and the data of a revert.
    Call { status: StatusCode, message: String, detail: String, data: String },
    /// Another status, in its own words.
    Status(StatusCode),
    /// 500, the server's answer to an unforeseen error.
    Internal,
}

impl Refusal {
    /// 400 because of one parameter's value.
    pub(super) fn parameter(name: &str) -> Self {
        Self::Invalid(vec![format!("Invalid parameter: {name}")])
    }

    fn answer(self) -> Answer {
        let (status, messages) = match self {
            Self::Call { status, message, detail, data } => {
                let messages = json!([{ "message": message, "detail": detail, "data": data }]);
                return Answer::refusing(status, &messages);
            }
            Self::Invalid(messages) => (StatusCode::BAD_REQUEST, messages),
            Self::NotFound => (StatusCode::NOT_FOUND, vec!["Not found".to_owned()]),
            Self::Status(status) => (status, vec![status.canonical_reason().unwrap_or_default().to_owned()]),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, vec!["Internal error".to_owned()]),
        };
        Answer::refusing(status, &messages.into_iter().map(|message| json!({ "message": message })).collect())
    }
}

impl Answer {
    fn refusing(status: StatusCode, messages: &Value) -> Self {
        let body = json!({ "_status": { "messages": messages } }).to_string();
        Self { status, body, next: None, max_age: None }
    }

    /// One record that may not be cached.
    pub(super) fn unkept(record: &impl Serialize) -> Result<Self, Refusal> {
        Ok(Self { max_age: None, ..Self::record(record, 0)? })
    }

    /// One record that may be cached for this many seconds.
    pub(super) fn record(record: &impl Serialize, max_age: u32) -> Result<Self, Refusal> {
        let body = serde_json::to_string(record).map_err(|_| Refusal::Internal)?;
        Ok(Self { status: StatusCode::OK, body, next: None, max_age: Some(max_age) })
    }

    /// A page of a list under this name, with its link.
    pub(super) fn page(
        name: &str,
        rows: &impl Serialize,
        next: Option<String>,
        max_age: u32,
    ) -> Result<Self, Refusal> {
        let rows = serde_json::to_string(rows).map_err(|_| Refusal::Internal)?;
        let body = format!("{{\"{name}\":{rows},\"links\":{}}}", json!({ "next": next }));
        Ok(Self { status: StatusCode::OK, body, next, max_age: Some(max_age) })
    }

    /// The same with 206: a piece of it is missing.
    #[must_use]
    pub(super) fn partial(self) -> Self {
        Self { status: StatusCode::PARTIAL_CONTENT, ..self }
    }
}

/// Writes an answer with the headers that the mirror node sends.
pub(super) fn respond(answer: Result<Answer, Refusal>) -> Response {
    let answer = answer.unwrap_or_else(Refusal::answer);
    let mut response = json_answer(answer.status, answer.body);
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let age = answer.max_age.map(|age| (header::CACHE_CONTROL, format!("public, max-age={age}")));
    let next = answer.next.map(|next| (header::LINK, format!("<{next}>; rel=\"next\"")));
    for (name, text) in age.into_iter().chain(next) {
        headers.extend(HeaderValue::from_str(&text).map(|value| (name, value)));
    }
    response
}
