//! Tests of lists that grow: circles, repeats, refreshing, and what is unpacked.

use ledger::Timestamp;
use serde::{Deserialize, Serialize};

use super::*;

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

fn page(rows: &[u32], next: Option<&str>) -> Page<Number> {
    let body = RawJson::new(format!("{rows:?}"));
    let number = |row: &u32| {
        let at = body.raw().find(&row.to_string()).unwrap_or_default();
        Arc::new(Number(*row, body.part(at..at + row.to_string().len())))
    };
    let next = next.map_or(Next::End, |link| Next::More(NextLink(link.into())));
    Page::new(rows.iter().map(number).collect(), next, &body)
}

fn all(feed: &Feed<Number>) -> Vec<u32> {
    (0..feed.len()).filter_map(|at| feed.unpacked(at)).map(|row| row.0).collect()
}

/// Its number is its time.
#[expect(clippy::unnecessary_wraps, reason = "a row may have no time")]
fn time(row: &Number) -> Option<Timestamp> {
    Some(Timestamp::from_secs(row.0.into()))
}

fn selected(feed: &Feed<Number>) -> Option<u32> {
    feed.selected().map(|row| row.0)
}

#[test]
fn rows_about_the_window_are_unpacked_wherever_it_is() {
    let rows: Vec<u32> = (0..1_000).collect();
    let mut feed = Feed::new(page(&rows, None), HEIGHT);
    for at in [0, 999, 400, 410, 477, 0, 130] {
        feed.scroll.select(at, 1_000, HEIGHT);
        feed.settle(HEIGHT);
        assert_eq!(selected(&feed), Some(u32::try_from(at).unwrap()));
        assert_eq!(feed.raw().raw(), at.to_string());
        let (start, near) = feed.near();
        assert!(near.iter().zip(start..).all(|(row, at)| usize::try_from(row.0) == Ok(at)));
        assert!(start <= at.saturating_sub(MIN_AROUND_ROWS) && near.len() < 300);
    }
    assert_eq!(all(&feed), rows);
}

#[test]
fn refreshing_keeps_the_selected_row_by_identity() {
    let mut feed = Feed::new(page(&[9, 8, 7, 6], Some("a")), HEIGHT);
    feed.scroll.select(2, 4, 10);
    feed.settle(HEIGHT);
    feed.refresh(page(&[11, 10, 9, 8], Some("b")), 10);
    assert_eq!(all(&feed), [11, 10, 9, 8, 7, 6]);
    assert_eq!(selected(&feed), Some(7));
    assert_eq!(feed.more(), Some(&NextLink("a".into())));
}

#[test]
fn a_row_that_has_moved_up_is_not_left_behind() {
    let mut feed = Feed::new(page(&[9, 8, 7, 6, 5], None), HEIGHT);
    feed.scroll.select(3, 5, 10);
    feed.settle(HEIGHT);
    feed.refresh(page(&[10, 5], None), 10);
    assert_eq!(all(&feed), [10, 5, 9, 8, 7, 6]);
    assert_eq!(selected(&feed), Some(6));
    feed.scroll.select(1, 6, 10);
    feed.settle(HEIGHT);
    feed.refresh(page(&[5, 10], None), 10);
    assert_eq!(selected(&feed), Some(5));
}

#[test]
fn a_fresh_page_that_does_not_reach_the_old_rows_starts_over() {
    let mut feed = Feed::new(page(&[4, 3], Some("a")), HEIGHT);
    feed.refresh(page(&[99, 98], Some("b")), 10);
    assert_eq!(feed.len(), 2);
    assert_eq!(feed.more(), Some(&NextLink("b".into())));
}

#[test]
fn rows_never_double_and_circles_end() {
    let mut feed = Feed::new(page(&[3, 2], Some("a")), HEIGHT);
    feed.append(page(&[2, 1], Some("b")), HEIGHT);
    assert_eq!(feed.len(), 3);
    feed.append(page(&[1], Some("a")), HEIGHT);
    assert!(matches!(feed.next(), Next::Refused(_)));
    assert_eq!(feed.wanted(10), None);
}

#[test]
fn pages_that_overlap_are_followed_up_to_a_limit() {
    let rows = |from: u32| -> Vec<u32> { (from..from + 20).collect() };
    let mut feed = Feed::new(page(&rows(0), Some("0")), HEIGHT);
    feed.scroll.select(19, 20, 10);
    feed.settle(HEIGHT);
    let mut followed = 0;
    while feed.wanted(10).is_some() && followed < 100 {
        followed += 1;
        feed.append(page(&rows(followed), Some(&followed.to_string())), HEIGHT);
    }
    assert_eq!((followed, feed.len()), (7, 27));
    assert!(feed.more().is_some(), "the user can still ask for more");
}

#[test]
fn pages_that_repeat_rows_are_vain_after_a_run_of_them() {
    let mut repeats = Repeats::default();
    for at in 1..=Repeats::MAX_RUN {
        assert!(!repeats.is_vain());
        repeats.count(20, at % 6);
    }
    assert!(repeats.is_vain());
    repeats.count(20, 6);
    assert!(!repeats.is_vain());
}

#[test]
fn empty_pages_are_followed_up_to_a_limit() {
    let mut feed = Feed::new(page(&[], Some("0")), HEIGHT);
    let mut followed = 0;
    while feed.wanted(10).is_some() && followed < 100 {
        followed += 1;
        feed.append(page(&[], Some(&followed.to_string())), HEIGHT);
    }
    assert_eq!(followed, MAX_EMPTY_PAGES - 1);
    assert!(feed.more().is_some(), "the user can still ask for more");
}

#[test]
fn rows_that_come_above_move_all_others_whether_they_are_shown_or_not() {
    let mut feed = Feed::new(page(&[3, 2, 1], None), HEIGHT);
    feed.show(Some([2, 0].into()), HEIGHT);
    feed.scroll.select(1, 2, HEIGHT);
    let moves = feed.moves();
    assert_eq!(feed.prepend(&page(&[3, 4, 5], None), time, HEIGHT).new, 2, "3 is there already");
    assert!(feed.moves() > moves, "places worked out before are void");
    assert_eq!(feed.rows_from(0).map(|row| row.0).collect::<Vec<_>>(), [5, 4, 3, 2, 1]);
    assert_eq!((feed.len(), selected(&feed)), (2, Some(3)), "what is shown stays");
    feed.show(None, HEIGHT);
    assert_eq!(selected(&feed), Some(3));
    let moves = feed.moves();
    assert_eq!(feed.prepend(&page(&[5], None), time, HEIGHT).new, 0);
    assert_eq!(feed.moves(), moves, "nothing has moved");
}

#[test]
fn of_a_page_that_was_mostly_there_only_the_new_rows_are_kept() {
    let mut feed = Feed::new(page(&[30, 20, 10], None), HEIGHT);
    let came = page(&[10, 20, 30, 40], Some("more"));
    let new = feed.only_new(&came);
    assert_eq!(new.rows.iter().map(|row| row.0).collect::<Vec<_>>(), [40]);
    assert_eq!(new.next, came.next);
    let here = new.packed.here().unwrap();
    assert_eq!(here.part(&here.body(), 0).unwrap().raw(), "40");
    let before = feed.bytes();
    assert_eq!(feed.prepend(&new, time, HEIGHT).new, 1);
    let kept = feed.bytes() - before;
    assert_eq!(all(&feed), [40, 30, 20, 10]);
    let mut whole = Feed::new(page(&[30, 20, 10], None), HEIGHT);
    whole.prepend(&came, time, HEIGHT);
    assert!(kept < whole.bytes() - before, "{kept}");
    let most = page(&[40, 50, 60], None);
    assert_eq!(feed.only_new(&most).packed, most.packed, "most of it is new");
}

#[test]
fn marks_follow_their_rows_and_keep_the_order_of_the_list() {
    let marked = |feed: &Feed<Number>| {
        let pages = feed.marked_pages();
        let rows = pages.iter().flat_map(|part| {
            part.rows.iter().filter_map(|row| part.page.row(usize::try_from(*row).unwrap())).map(|row| row.0)
        });
        rows.collect::<Vec<_>>()
    };
    let mut feed = Feed::new(page(&[9, 8, 7], Some("a")), HEIGHT);
    feed.append(page(&[6, 5, 4], Some("b")), HEIGHT);
    for at in [5, 1, 0, 3] {
        feed.toggle_mark(at);
    }
    assert_eq!(marked(&feed), [9, 8, 6, 4]);
    feed.prepend(&page(&[10, 11], None), time, HEIGHT);
    feed.toggle_mark(0);
    assert_eq!(marked(&feed), [11, 9, 8, 6, 4]);
    feed.show(Some([6_u32, 2, 0].into()), HEIGHT);
    assert_eq!((0..3).map(|at| feed.is_marked(at)).collect::<Vec<_>>(), [false, true, true]);
    feed.show(None, HEIGHT);
    feed.refresh(page(&[12, 9, 8], None), HEIGHT);
    assert_eq!(marked(&feed), [9, 8, 11, 6, 4]);
    // What the list has lost is still marked, and found again if it comes back.
    feed.refresh(page(&[99, 98], Some("c")), HEIGHT);
    assert_eq!((feed.marked(), feed.is_marked(0)), (5, false));
    feed.append(page(&[9, 8], None), HEIGHT);
    assert_eq!(marked(&feed)[..2], [9, 8]);
    assert!(feed.is_marked(2) && feed.clear_marks() && !feed.is_marked(2));
}

#[test]
fn a_range_begins_at_its_row_wherever_that_goes() {
    let mut feed = Feed::new(page(&[9, 8, 7, 6], None), HEIGHT);
    feed.scroll.select(1, 4, HEIGHT);
    feed.begin_range(1);
    feed.scroll.select(3, 4, HEIGHT);
    feed.prepend(&page(&[10, 11], None), time, HEIGHT);
    assert_eq!(feed.range(), Some(3..=5));
    feed.show(Some([5_u32, 4, 3].into()), HEIGHT);
    assert_eq!((selected(&feed), feed.range()), (Some(6), Some(0..=2)));
    feed.show(Some([5_u32, 4].into()), HEIGHT);
    assert_eq!((feed.range(), feed.end_range()), (None, false));
}

#[test]
fn what_comes_late_goes_to_its_place_and_moves_nothing_else() {
    let mut feed = Feed::new(page(&[90, 80, 70, 60], Some("a")), HEIGHT);
    feed.append(page(&[50, 40, 30], None), HEIGHT);
    feed.toggle_mark(2);
    feed.scroll.select(4, 7, HEIGHT);
    feed.begin_range(4);
    let arrived = feed.prepend(&page(&[35, 65, 75, 95], None), time, HEIGHT);
    assert_eq!(arrived, Arrived { new: 4, above: 3, depth: 10 });
    assert_eq!(all(&feed), [95, 90, 80, 75, 70, 65, 60, 50, 40, 35, 30]);
    assert_eq!((selected(&feed), feed.range(), feed.is_marked(4)), (Some(50), Some(7..=7), true));
    // The pages are divided so that their rows follow each other as those of the list.
    let of_parts = |feed: &Feed<Number>| -> Vec<u32> {
        let rows = feed.parts().iter().flat_map(|part| {
            part.rows.iter().filter_map(|row| part.page.row(usize::try_from(*row).unwrap())).map(|row| row.0)
        });
        rows.collect()
    };
    assert_eq!(of_parts(&feed), all(&feed));
    let (start, near) = feed.near();
    assert_eq!((start, near.iter().map(|row| row.0).collect::<Vec<_>>()), (0, all(&feed)));
    feed.show(Some([10_u32, 6, 4].into()), HEIGHT);
    feed.scroll.select(1, 3, HEIGHT);
    feed.prepend(&page(&[33, 62, 99], None), time, HEIGHT);
    assert_eq!((feed.len(), selected(&feed)), (3, Some(60)));
    feed.show(None, HEIGHT);
    assert_eq!(all(&feed), [99, 95, 90, 80, 75, 70, 65, 62, 60, 50, 40, 35, 33, 30]);
    assert_eq!(of_parts(&feed), all(&feed));
}
