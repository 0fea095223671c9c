//! The shown lines of a document: those that match a search, and those left by folding.

use std::collections::BTreeSet;
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

/// What is folded. Most often it is little, or all but little.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Folds {
    /// Whether everything is folded that is within something.
    all: bool,
    /// The lines that open what is folded nevertheless, or is not.
    others: Arc<BTreeSet<usize>>,
}

impl Folds {
    /// Everything that is within something is folded, or nothing is.
    pub fn all(all: bool) -> Self {
        Self { all, others: Arc::default() }
    }

    /// Whether nothing is folded.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the value that this line opens is folded.
    pub fn is_folded(&self, lines: &Lines, at: usize) -> bool {
        let is_within = || lines.parts() > 1 || lines.around(at).next().is_some();
        lines.closing(at).is_some() && (self.all && is_within()) != self.others.contains(&at)
    }

    /// Folds or unfolds the value that this line opens.
    pub fn turn(&mut self, at: usize) {
        let others = Arc::make_mut(&mut self.others);
        if !others.remove(&at) {
            others.insert(at);
        }
    }

    /// The lines that are shown, in order, in time proportional to their number. `None` if it was stopped.
    pub fn shown(&self, lines: &Lines, stop: &Stop) -> Option<Arc<[usize]>> {
        let mut shown = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            if shown.len() % 4096 == 0 && stop.is_set() {
                return None;
            }
            shown.push(at);
            let closing = lines.closing(at).filter(|_| self.is_folded(lines, at));
            at = closing.unwrap_or(at) + 1;
        }
        Some(shown.into())
    }
}

#[cfg(test)]
mod tests {
    use ledger::RawJson;

    use super::*;

    #[test]
    fn lines_are_found_by_what_stands_in_them() {
        let lines = Lines::new(&RawJson::new(r#"{"Key":1,"other":"KEY","none":2}"#));
        let found = |wanted| find(&lines, wanted, &Stop::default()).map(|hits| hits.to_vec());
        assert_eq!(found("key"), Some(vec![1, 2]));
        assert_eq!((found(""), found("absent")), (Some(Vec::new()), Some(Vec::new())));
        let stop = Stop::when(|| true);
        assert_eq!(find(&lines, "key", &stop), None);
    }

    #[test]
    fn what_is_folded_takes_one_line_and_keeps_what_is_folded_within() {
        let lines = Lines::new(&RawJson::new(r#"{"a":[1,[2,3],4],"b":{"c":5}}"#));
        let shown = |folds: &Folds| {
            let shown = folds.shown(&lines, &Stop::default()).unwrap();
            shown.iter().map(|at| lines.whole_line(*at).trim().to_owned()).collect::<Vec<_>>().join(" ")
        };
        let mut folds = Folds::default();
        assert_eq!(folds.shown(&lines, &Stop::default()).unwrap().len(), lines.len());
        folds.turn(3);
        assert_eq!(shown(&folds), r#"{ "a": [ 1, [ 4 ], "b": { "c": 5 } }"#);
        folds.turn(1);
        assert_eq!(shown(&folds), r#"{ "a": [ "b": { "c": 5 } }"#);
        folds.turn(1);
        assert_eq!(shown(&folds), r#"{ "a": [ 1, [ 4 ], "b": { "c": 5 } }"#);
        let mut folds = Folds::all(true);
        assert_eq!(shown(&folds), r#"{ "a": [ "b": { }"#, "but for the whole");
        folds.turn(1);
        assert_eq!(shown(&folds), r#"{ "a": [ 1, [ 4 ], "b": { }"#);
        assert_eq!(folds.shown(&lines, &Stop::when(|| true)), None);
    }
}
