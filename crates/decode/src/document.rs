//! Documents as received: their lines, and the positions of search hits.

use std::sync::Arc;

use ledger::raw::Lines;

use super::stop::Stop;

/// The lines that hold a text, in capital letters or not, in order; `None` if it was stopped.
pub fn find(lines: &Lines, wanted: &str, stop: &Stop) -> Option<Arc<[usize]>> {
    let wanted = wanted.to_lowercase();
    if wanted.is_empty() {
        return Some(Arc::default());
    }
    let mut hits = Vec::new();
    for (at, line) in lines.all().enumerate() {
        if stop.is_set() {
            return None;
        }
        if line.to_lowercase().contains(&wanted) {
            hits.push(at);
        }
    }
    Some(hits.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::RawJson;

    #[test]
    fn lines_are_found_by_what_stands_in_them() {
        let lines = Lines::new(&RawJson::new(r#"{"Key":1,"other":"KEY","none":2}"#));
        let found = |wanted| find(&lines, wanted, &Stop::default()).map(|hits| hits.to_vec());
        assert_eq!(found("key"), Some(vec![1, 2]));
        assert_eq!((found(""), found("absent")), (Some(Vec::new()), Some(Vec::new())));
        let stop = Stop::when(|| true);
        assert_eq!(find(&lines, "key", &stop), None);
    }
}
