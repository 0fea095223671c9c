//! Ids, addresses and web addresses that are drawn in full, read off the screen.

use ledger::query::TransactionQuery;
use ledger::system::{SystemEntity, SystemKind};
use ledger::{ContractRef, EntityId, EvmAddress, TransactionId};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::entities;
use crate::widgets::{Link, Target};

/// What ends a sentence or a bracket, and no word.
const AROUND: [char; 7] = ['.', ',', ';', ':', ')', '-', '@'];
/// Hex digits of an address.
const ADDRESS_DIGITS: usize = 40;

/// Columns that wrapped lines leave free at the right edge.
const EDGE_COLUMNS: usize = 3;

/// What is mentioned in an area of the screen. Ids of the place on screen lead nowhere else.
pub(in crate::app) fn mentions(drawn: &Buffer, area: Rect, here: &Place, ctx: &Context<'_>) -> Vec<Link> {
    let here = here.to_string();
    area.intersection(drawn.area).rows().flat_map(|line| in_line(drawn, line, &here, ctx)).collect()
}

fn in_line(drawn: &Buffer, line: Rect, here: &str, ctx: &Context<'_>) -> Vec<Link> {
    let cells = line.columns().filter_map(|cell| drawn.cell(cell.as_position())).map(Cell::symbol);
    let cells: Vec<&str> = cells.collect();
    let word = |start: usize, is_part: fn(u8) -> bool| -> String {
        let part = |symbol: &&&str| matches!(symbol.as_bytes(), [byte] if is_part(*byte));
        cells.iter().skip(start).take_while(part).copied().collect()
    };
    let (mut links, mut start) = (Vec::new(), 0);
    while start < cells.len() {
        let web = word(start, |byte| byte.is_ascii_graphic() && !b"\"'<>".contains(&byte));
        let is_web = web.starts_with("https://") || web.starts_with("http://");
        let id = || word(start, |byte| byte.is_ascii_alphanumeric() || b".-@".contains(&byte));
        let text = if is_web { web } else { id() };
        let end = start + text.len();
        // What was cut is not there in full, and what reaches the edge may go on below.
        let is_whole =
            cells.get(end) != Some(&ctx.theme.glyphs.cut) && !(is_web && end + EDGE_COLUMNS >= cells.len());
        let text = text.trim_end_matches(AROUND);
        let to = if is_web {
            Some(Target::Web(text.to_owned()))
        } else {
            named(text, ctx.network.home, |entity| entities::place(ctx, entity))
        };
        let column = u16::try_from(start).unwrap_or(u16::MAX);
        if let Some(to) = to.filter(|_| is_whole && !here.contains(text)) {
            links.extend(Link::new(line, column, text, to));
        }
        start = end.max(start + 1);
    }
    links
}

/// What an id or an address leads to; `None` if a word is neither.
fn named(word: &str, home: EntityId, place: impl Fn(ContractRef) -> Place) -> Option<Target> {
    let entity = |entity| Target::Place(place(entity));
    if let Some(digits) = word.strip_prefix("0x").filter(|digits| digits.len() == ADDRESS_DIGITS) {
        let address = EvmAddress::parse(word).ok().filter(|_| digits.bytes().any(|digit| digit != b'0'))?;
        let address = ContractRef::Address(address);
        return Some(entity(address.entity_id(home).map_or(address, ContractRef::Id)));
    }
    if let Some(id) = TransactionId::parse(word) {
        return Some(Target::Place(Place::Transaction(TransactionQuery::family(id))));
    }
    // Versions look like ids of other realms.
    let id = EntityId::parse(word).filter(|id| (id.shard, id.realm) == (home.shard, home.realm))?;
    let is_file = SystemEntity::by_id(id).is_some_and(|system| system.kind == SystemKind::File);
    (!is_file).then(|| entity(ContractRef::Id(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_addresses_of_this_network_are_named() {
        let home = EntityId::from_num(0);
        let named = |word| match named(word, home, Place::contract) {
            Some(Target::Place(place)) => place.to_string(),
            _ => String::new(),
        };
        assert_eq!(named("0.0.5001"), "contract/0.0.5001");
        assert_eq!(named("0x0000000000000000000000000000000000001389"), "contract/0.0.5001");
        assert_eq!(
            named("0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"),
            "contract/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"
        );
        assert_eq!(named("0.0.1005-1795216518-468117137"), "transaction/0.0.1005-1795216518-468117137");
        assert_eq!(named("0.0.1005@1795216518.468117137"), "transaction/0.0.1005-1795216518-468117137");
        for other in ["", "0.0", "0.8.24", "0.0.111", "0x0", "23:10:07.123456789", "0.0.5001.deposit"] {
            assert_eq!(named(other), "", "{other}");
        }
        assert_eq!(named(&format!("0x{}", "0".repeat(40))), "");
    }
}
