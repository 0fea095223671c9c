//! Far rows of a list leave memory, and come back before they are seen.

use std::sync::Arc;

use client::hold;
use hieroscope::widgets::Feed;
use hieroscope::widgets::feed::{Identity, MIN_AROUND_ROWS};
use ledger::packed::{Shelf, Shelved};
use ledger::{Next, NextLink, Page, RawJson, Row};
use serde::{Deserialize, Serialize};

/// How many rows can be seen.
const HEIGHT: u16 = 10;

#[derive(Debug, Serialize, Deserialize)]
struct Number(u32, #[serde(skip)] RawJson);

impl Row for Number {
    fn raw(&self) -> &RawJson {
        &self.1
    }
}

impl Identity for Number {
    type Id = u32;
    fn identity(&self) -> Option<u32> {
        Some(self.0)
    }
}

/// A shelf in memory.
#[derive(Debug)]
struct Board;

#[derive(Debug)]
struct OnBoard(Box<[u8]>);

impl Shelf for Board {
    fn put(&self, bytes: &[u8]) -> Option<Arc<dyn Shelved>> {
        Some(Arc::new(OnBoard(bytes.into())))
    }
}

impl Shelved for OnBoard {
    fn read(&self) -> Option<Box<[u8]>> {
        Some(self.0.clone())
    }
}

/// A page of a hundred rows.
fn page(number: u32) -> Page<Number> {
    let rows: Vec<u32> = (number * 100..(number + 1) * 100).collect();
    let body = RawJson::new(format!("{rows:?}"));
    let mut from = 0;
    let row = |row: &u32| {
        let text = row.to_string();
        let at = from + body.raw().get(from..).unwrap().find(&text).unwrap();
        from = at + text.len();
        Arc::new(Number(*row, body.part(at..from)))
    };
    let next = Next::More(NextLink(number.to_string().as_str().into()));
    Page::held_by(hold, rows.iter().map(row).collect(), next, &body)
}

/// A list of twenty pages.
fn feed() -> Feed<Number> {
    let mut feed = Feed::new(page(0), HEIGHT);
    (1..20).for_each(|number| feed.append(page(number), HEIGHT));
    feed
}

fn go(feed: &mut Feed<Number>, at: usize) {
    feed.scroll.select(at, feed.len(), HEIGHT);
    feed.settle(HEIGHT);
}

fn selected(feed: &Feed<Number>) -> Option<u32> {
    feed.selected().map(|row| row.0)
}

fn put_away(feed: &mut Feed<Number>, bytes: usize) -> usize {
    let given = feed.give_back(bytes);
    assert!(given.pages.iter().all(|page| page.put_away(&Board)));
    given.pages.len()
}

/// The pages that are not to be in memory.
fn gone(feed: &Feed<Number>) -> Vec<usize> {
    let parts = feed.parts().iter().enumerate();
    parts.filter(|(_, part)| !part.page.is_wanted()).map(|(at, _)| at).collect()
}

#[test]
fn far_rows_leave_memory_and_come_back_before_they_are_seen() {
    let mut feed = feed();
    let before = feed.bytes();
    let away = put_away(&mut feed, usize::MAX);
    assert!(away > 10 && feed.bytes() < before, "{away} of 20 pages");
    assert_eq!(put_away(&mut feed, usize::MAX), 0, "there is nothing left to give back");
    assert_eq!(selected(&feed), Some(0));
    for at in [1_000, 1_999, 700] {
        go(&mut feed, at);
        let missing = feed.fetch_missing();
        // What is waited for stays.
        put_away(&mut feed, usize::MAX);
        assert!(missing.iter().all(|page| page.fetch()));
        feed.settle(HEIGHT);
        assert_eq!(selected(&feed), Some(u32::try_from(at).unwrap()), "{at}");
        assert_eq!(feed.raw().raw(), at.to_string());
        assert!(feed.fetch_missing().is_empty());
        let (start, near) = feed.near();
        assert!(start <= at - MIN_AROUND_ROWS && at + MIN_AROUND_ROWS.min(1_999 - at) < start + near.len());
    }
    for at in (0..2_000).step_by(100) {
        go(&mut feed, at);
        assert!(feed.fetch_missing().iter().all(|page| page.fetch()));
    }
    assert_eq!((gone(&feed), feed.rows_from(0).count()), (Vec::new(), 2_000));
}

#[test]
fn what_is_near_the_window_or_marked_stays_and_the_farthest_goes_first() {
    let mut feed = feed();
    go(&mut feed, 1_550);
    feed.toggle_mark(1_550);
    go(&mut feed, 550);
    assert_eq!((feed.give_back(1).pages.len(), gone(&feed)), (1, vec![18]));
    put_away(&mut feed, usize::MAX);
    assert_eq!(gone(&feed), [3, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18]);
}

#[test]
fn a_short_list_stays_as_a_whole() {
    let mut feed = Feed::new(page(0), HEIGHT);
    feed.append(page(1), HEIGHT);
    assert_eq!((feed.give_back(usize::MAX).pages.len(), gone(&feed)), (0, Vec::new()));
}

#[test]
fn a_row_that_is_stepped_to_comes_back_and_stays() {
    let mut feed = feed();
    put_away(&mut feed, usize::MAX);
    assert!(feed.is_away(450) && !feed.is_away(50));
    feed.want_row(450);
    let missing = feed.fetch_missing();
    put_away(&mut feed, usize::MAX);
    assert!(missing.iter().all(|page| page.fetch()) && !feed.is_away(450));
    assert_eq!(feed.shown_row(450).map(|row| row.0), Some(450));
}

#[test]
fn rows_that_cannot_be_shown_yet_leave_those_that_can() {
    let mut feed = feed();
    put_away(&mut feed, usize::MAX);
    go(&mut feed, 320);
    assert_eq!((selected(&feed), feed.raw()), (None, RawJson::default()));
    go(&mut feed, 290);
    assert_eq!(selected(&feed), Some(290));
}
