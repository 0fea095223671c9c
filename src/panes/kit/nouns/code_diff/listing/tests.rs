//! What a list of two codes shows, folded and unfolded, and how the reader moves in it.

use decode::difference::Kind;

use super::*;

/// Codes that differ here and there, in one place by more than an instruction.
fn comparison() -> Comparison {
    let deployed: Vec<u8> = (0..200).map(|at| if at % 37 == 0 { 0x01 } else { 0x50 + at % 8 }).collect();
    let mut recompiled: Vec<u8> =
        (0..200).map(|at| if at % 41 == 0 { 0x02 } else { 0x50 + at % 8 }).collect();
    recompiled.splice(90..92, [0x15; 9]);
    Comparison::new(Kind::Runtime, &deployed, &recompiled)
}

/// The bytes of both codes in the lines, in order.
fn listed_bytes(listing: &Listing, comparison: &Comparison) -> [Vec<usize>; 2] {
    let mut bytes = [Vec::new(), Vec::new()];
    let mut rows = |range: Range<usize>| {
        for row in comparison.rows.get(range).unwrap() {
            let (one, other) = comparison.pieces(row);
            bytes[0].extend(one.into_iter().flat_map(|piece| piece.at..piece.at + piece.length));
            bytes[1].extend(other.into_iter().flat_map(|piece| piece.at..piece.at + piece.length));
        }
    };
    let mut whole = [Vec::new(), Vec::new()];
    for line in &listing.lines {
        match line {
            Line::Fold(range) => rows(range.clone()),
            Line::Row(row) => rows(*row..*row + 1),
            Line::Bytes { deployed, recompiled, .. } => {
                whole[0].extend(deployed.clone());
                whole[1].extend(recompiled.clone());
            }
        }
    }
    for (bytes, whole) in bytes.iter_mut().zip(&whole) {
        bytes.extend(whole);
        if !whole.is_empty() {
            bytes.sort_unstable();
        }
    }
    bytes
}

#[test]
fn every_byte_stands_in_one_line_whatever_is_folded() {
    let comparison = comparison();
    for form in [Form::Instructions, Form::Hex(8), Form::Hex(16)] {
        let mut listing = Listing::new(&comparison, form, 10);
        for round in 0..40 {
            let expected: [Vec<usize>; 2] =
                [&comparison.deployed, &comparison.recompiled].map(|code| (0..code.bytes().len()).collect());
            assert_eq!(listed_bytes(&listing, &comparison), expected, "{form:?} after {round}");
            let at = (round * 7) % listing.lines.len();
            listing.scroll.select(at, listing.lines.len(), 10);
            listing.fold(&comparison, 10);
        }
    }
}

#[test]
fn differences_are_gone_through_in_order_and_none_twice() {
    let comparison = comparison();
    for form in [Form::Instructions, Form::Hex(8)] {
        let mut listing = Listing::new(&comparison, form, 10);
        let mut seen = vec![listing.scroll.selected];
        loop {
            listing.act(Action::NextHit, &comparison, 10);
            if seen.last() == Some(&listing.scroll.selected) {
                break;
            }
            seen.push(listing.scroll.selected);
        }
        assert!(seen.len() > 5 && seen.is_sorted(), "{form:?}: {seen:?}");
        for expected in seen.iter().rev().skip(1) {
            listing.act(Action::PreviousHit, &comparison, 10);
            assert_eq!(listing.scroll.selected, *expected);
        }
    }
}

#[test]
fn another_form_stays_at_the_same_place() {
    let comparison = comparison();
    let mut listing = Listing::new(&comparison, Form::Instructions, 10);
    listing.act(Action::NextHit, &comparison, 10);
    let row = listing.row();
    listing.write_as(Form::Hex(8), &comparison, 10);
    assert_eq!(listing.row(), row);
    listing.write_as(Form::Instructions, &comparison, 10);
    assert_eq!(listing.row(), row);
}
