//! All movements of value as CSV, with amounts in the smallest unit.

use std::fmt::Write as _;

use super::flow_rows::FlowRow;
use crate::decode::family::Family;
use crate::decode::money::Asset;
use crate::ledger::{Field, Transaction};

/// The columns.
const HEAD: &str = "consensus_timestamp,nonce,list,token_id,account,amount,is_approval,serial_number,\
                    sender_account_id,receiver_account_id\n";

/// The lists of these transactions, in the order of the tables. `None` if nothing moved.
pub(super) fn lines<'a>(transactions: impl IntoIterator<Item = &'a Transaction>) -> Option<String> {
    let mut out = HEAD.to_owned();
    for t in transactions {
        let head = format!("{},{}", cell(&t.consensus_timestamp), cell(&t.nonce));
        let mut line =
            |list: &str, cells: [String; 7]| _ = writeln!(out, "{head},{list},{}", cells.join(","));
        let no = String::new;
        for it in t.transfers.known().into_iter().flatten() {
            let (account, amount, by) = (cell(&it.account), cell(&it.amount), cell(&it.is_approval));
            line("transfers", [no(), account, amount, by, no(), no(), no()]);
        }
        for it in t.token_transfers.known().into_iter().flatten() {
            let (account, amount, by) = (cell(&it.account), cell(&it.amount), cell(&it.is_approval));
            line("token_transfers", [cell(&it.token_id), account, amount, by, no(), no(), no()]);
        }
        for it in t.nft_transfers.known().into_iter().flatten() {
            let (from, to) = (cell(&it.sender_account_id), cell(&it.receiver_account_id));
            let (token, by, serial) = (cell(&it.token_id), cell(&it.is_approval), cell(&it.serial_number));
            line("nft_transfers", [token, no(), no(), by, serial, from, to]);
        }
        for it in t.staking_reward_transfers.known().into_iter().flatten() {
            let (account, amount) = (cell(&it.account), cell(&it.amount));
            line("staking_reward_transfers", [no(), account, amount, no(), no(), no(), no()]);
        }
        for it in t.assessed_custom_fees.known().into_iter().flatten() {
            let (token, amount, to) = (cell(&it.token_id), cell(&it.amount), cell(&it.collector_account_id));
            line("assessed_custom_fees", [token, no(), amount, no(), no(), no(), to]);
        }
    }
    (out.len() > HEAD.len()).then_some(out)
}

/// The columns of the flows.
const FLOWS: &str = "consensus_timestamp,nonce,kind,asset,serial_number,from,to,amount\n";

/// Flows, one a line: amounts in the smallest unit.
pub(super) fn flows(rows: &[FlowRow], family: &Family) -> String {
    let mut out = FLOWS.to_owned();
    for row in rows {
        let member = family.members.get(row.member).map(|member| &member.transaction);
        let (at, nonce) =
            member.map_or_else(Default::default, |it| (cell(&it.consensus_timestamp), cell(&it.nonce)));
        let asset = match row.asset {
            Asset::Coin => "coin".to_owned(),
            Asset::Token(token) | Asset::Unique(token) => token.to_string(),
        };
        let serial = row.serial.map(|serial| serial.to_string()).unwrap_or_default();
        let kind = row.kind.label();
        _ = writeln!(out, "{at},{nonce},{kind},{asset},{serial},{},{},{}", row.from, row.to, row.amount);
    }
    out
}

/// A value as a cell: nothing for null and for what was not sent. What could not be read is quoted.
fn cell<T: ToString>(field: &Field<T>) -> String {
    match field {
        Field::Known(value) => value.to_string(),
        Field::Null | Field::Absent => String::new(),
        Field::Odd(text) => format!("\"{}\"", text.escaped().replace('"', "\"\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::transaction::{NftTransfer, Transfer};
    use crate::ledger::{EntityId, Text, Timestamp};

    #[test]
    fn every_entry_is_a_line_of_as_many_cells_as_there_are_columns() {
        let moved = Transaction {
            consensus_timestamp: Field::Known(Timestamp { seconds: 9, nanos: 5 }),
            nonce: Field::Known(0),
            transfers: Field::Known(vec![
                Transfer {
                    account: Field::Known(EntityId::from_num(2)),
                    amount: Field::Known(-7),
                    is_approval: Field::Known(false),
                },
                Transfer { account: Field::Odd(Text::from("=\"x\"")), ..Transfer::default() },
            ]),
            nft_transfers: Field::Known(vec![NftTransfer {
                serial_number: Field::Known(i64::MAX),
                receiver_account_id: Field::Known(EntityId::from_num(3)),
                ..NftTransfer::default()
            }]),
            ..Transaction::default()
        };
        let csv = lines([&moved]).unwrap();
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(rows[1], "9.000000005,0,transfers,,0.0.2,-7,false,,,");
        assert_eq!(rows[2], "9.000000005,0,transfers,,\"=\"\"x\"\"\",,,,,");
        assert_eq!(rows[3], "9.000000005,0,nft_transfers,,,,,9223372036854775807,,0.0.3");
        assert!(rows.iter().all(|row| row.matches(',').count() == 9));
        assert_eq!(lines([&Transaction::default()]), None);
    }
}
