//! What a key costs does not grow with what is loaded: neither with a long list nor with one long value. What the loop's
//! thread allocates is counted, which is the same on every machine.

use std::fmt::Write as _;

use crate::list_cost::{joined, log, slot};
use crate::player::serve;
use crate::support::Session;

/// How much more a key may cost with all of it, times.
pub(crate) const MAX_RATIO: u64 = 2;

/// The bytes that are allocated for these keys here, at best.
pub(crate) fn cost(session: &mut Session, keys: &str) -> u64 {
    let each = (0..5).map(|_| {
        let counted = allocation_counter::measure(|| {
            session.press(keys);
        });
        counted.bytes_total
    });
    each.min().unwrap_or_default()
}

/// Compares moves at this place on servers that have little and much to show.
fn costs_the_same(
    place: &str,
    keys: &str,
    shown: &str,
    reply: impl Fn(&str, usize) -> String + Copy + Send + 'static,
) {
    keys_cost_the_same("j k", place, keys, shown, reply);
}

/// The same for two keys.
fn keys_cost_the_same(
    pressed: &str,
    place: &str,
    keys: &str,
    shown: &str,
    reply: impl Fn(&str, usize) -> String + Copy + Send + 'static,
) {
    let at = |amount: usize| {
        let server = serve(move |path| match reply(path, amount) {
            body if body.is_empty() => {
                (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned())
            }
            body => (200, body),
        });
        let mut session = Session::on_server(place, &server);
        session.press(keys);
        let screen = session.screen();
        assert!(screen.contains(shown), "{screen}");
        cost(&mut session, pressed)
    };
    let (little, much) = (at(50), at(20_000));
    assert!(much < little * MAX_RATIO, "{place}: {much} bytes instead of {little}");
}

fn logs(count: usize) -> String {
    joined((0..count).map(log))
}

#[test]
fn from_a_detail_of_a_long_list() {
    keys_cost_the_same("} {", "contract/0.0.5001/logs", "enter", "row 1 of", |path, count| {
        if !path.contains("/results/logs") {
            return String::new();
        }
        format!(r#"{{"logs":[{}],"links":{{"next":null}}}}"#, logs(count))
    });
}

/// Rows of storage, each with a value of its own.
fn slots(path: &str, count: usize) -> String {
    if !path.contains("/state") {
        return String::new();
    }
    format!(r#"{{"state":[{}],"links":{{"next":null}}}}"#, joined((0..count).map(slot)))
}

#[test]
fn among_many_marks() {
    costs_the_same("contract/0.0.5001/state", "v G v g g", "marked", slots);
    keys_cost_the_same("space k", "contract/0.0.5001/state", "v G v g g", "marked", slots);
}

#[test]
fn among_counts_of_a_long_list() {
    costs_the_same("contract/0.0.5001/state", "A tab", "counted of", slots);
}

#[test]
fn beside_a_value_of_megabytes() {
    let place = "result/0.0.5001/1795219000.000000001";
    // The last tab has the record as it was received, with all of the call data in one line.
    let raw = "tab tab tab tab tab tab tab j j j j";
    costs_the_same(place, raw, "function_parameters", |path, count| {
        if !path.starts_with("/api/v1/contracts/0.0.5001/results/1795219000.000000001") {
            return String::new();
        }
        // Twenty thousand times 256 bytes: five megabytes.
        let data = "5a".repeat(256 * count);
        format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","result":"SUCCESS",
            "function_parameters":"0x{data}","call_result":"0x{data}","error_message":null,"logs":[],
            "bloom":"0x","address":"0x0000000000000000000000000000000000001389"}}"#
        )
    });
}

/// A result with these fields in place of empty ones, and keys that cross each of its tabs.
fn result_with(path: &str, fields: &str) -> String {
    if !path.starts_with("/api/v1/contracts/0.0.5001/results/1795219000.000000001")
        || path.contains("/actions")
    {
        return String::new();
    }
    format!(
        r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","result":"SUCCESS",
        "bloom":"0x","address":"0x0000000000000000000000000000000000001389",{fields}}}"#
    )
}

const RESULT: &str = "result/0.0.5001/1795219000.000000001";
const EACH_TAB: &str = "j k tab";

#[test]
fn on_a_result_with_megabytes_of_call_data() {
    keys_cost_the_same(EACH_TAB, RESULT, "", "Summary", |path, count| {
        let data = "5a".repeat(64 * count);
        result_with(path, &format!(r#""function_parameters":"0x{data}","failed_initcode":"0x{data}""#))
    });
}

/// What opening and closing the copy menu allocates on each tab that has one.
fn copy_menus(amount: usize) -> Vec<u64> {
    let server = serve(move |path| {
        let data = "5a".repeat(1024 * amount);
        match result_with(path, &format!(r#""function_parameters":"0x{data}","call_result":"0x{data}""#)) {
            body if body.is_empty() => (404, String::new()),
            body => (200, body),
        }
    });
    let mut session = Session::on_server(RESULT, &server);
    let mut tab = |keys: &str| {
        session.press(keys);
        assert!(session.press("Y").screen().contains("┌ Copy ─"), "{}", session.screen());
        session.press("esc");
        cost(&mut session, "Y esc")
    };
    // Summary, input, gas, envelope, then the raw document and its line with the value.
    ["", "tab", "tab tab tab", "tab", "tab tab", "j j j j j j j"].map(&mut tab).into()
}

#[test]
fn to_copy_from_a_result_with_megabytes() {
    let (little, much) = (copy_menus(100), copy_menus(3_000));
    let costs: Vec<_> = little.iter().zip(&much).collect();
    assert!(costs.iter().all(|(little, much)| **much < **little * MAX_RATIO), "{costs:?}");
}

#[test]
fn to_look_at_the_words_of_megabytes() {
    let first_look = |amount: usize| {
        let server = serve(move |path| {
            let data = "5a".repeat(1024 * amount);
            match result_with(path, &format!(r#""function_parameters":"0x{data}""#)) {
                body if body.is_empty() => (404, String::new()),
                body => (200, body),
            }
        });
        let mut session = Session::on_server(RESULT, &server);
        let counted = allocation_counter::measure(|| _ = session.press("tab"));
        assert!(session.screen().contains("word 0"), "{}", session.screen());
        counted.bytes_total
    };
    let (little, much) = (first_look(32), first_look(3_000));
    assert!(much < little * MAX_RATIO, "{much} bytes instead of {little}");
}

#[test]
fn on_a_result_with_megabytes_of_an_answer() {
    keys_cost_the_same(EACH_TAB, RESULT, "", "Summary", |path, count| {
        let data = "5a".repeat(64 * count);
        result_with(path, &format!(r#""function_parameters":"0x0a0b0c0d","call_result":"0x{data}""#))
    });
}

#[test]
fn on_a_result_with_call_data_that_is_decoded() {
    keys_cost_the_same(EACH_TAB, RESULT, "", "Summary", |path, count| {
        // multicall(bytes[]): all of them are at the same place, and empty.
        let mut data = format!("ac9650d8{:064x}{count:064x}", 32);
        data.push_str(&format!("{:064x}", 32 * count).repeat(count));
        data.push_str(&"0".repeat(64));
        result_with(path, &format!(r#""function_parameters":"0x{data}""#))
    });
}

#[test]
fn on_a_result_with_many_events() {
    keys_cost_the_same(EACH_TAB, RESULT, "", "Summary", |path, count| {
        result_with(path, &format!(r#""function_parameters":"0x0a0b0c0d","logs":[{}]"#, logs(count / 2)))
    });
}

#[test]
fn on_a_result_with_many_calls() {
    keys_cost_the_same(EACH_TAB, RESULT, "", "Summary", |path, count| {
        if path.contains("/actions") {
            let call = |at| {
                format!(
                    r#"{{"call_depth":{},"call_operation_type":"CALL","call_type":"CALL","caller":"0.0.5001",
                    "from":"0x0000000000000000000000000000000000001389","gas":979000,"gas_used":7,"index":{at},
                    "input":"0x{at:08x}","recipient":"0.0.5001","recipient_type":"CONTRACT","result_data":"0x",
                    "result_data_type":"OUTPUT","timestamp":"1795219000.000000001",
                    "to":"0x0000000000000000000000000000000000001389","value":0}}"#,
                    usize::from(at > 0)
                )
            };
            let calls = joined((0..count / 2).map(call));
            return format!(r#"{{"actions":[{calls}],"links":{{"next":null}}}}"#);
        }
        let hash = format!(r#""hash":"0x{:064x}""#, 1);
        result_with(path, r#""function_parameters":"0x0a0b0c0d""#).replace(r#""hash":"0x01""#, &hash)
    });
}

#[test]
fn on_a_result_that_wrote_many_slots() {
    keys_cost_the_same(EACH_TAB, RESULT, "", "Summary", |path, count| {
        let change = |at| {
            format!(
                r#"{{"address":"0x0000000000000000000000000000000000001389","contract_id":"0.0.5001",
                "slot":"0x{at:064x}","value_read":"0x","value_written":"0x{:064x}"}}"#,
                at + 1
            )
        };
        let changes = joined((0..count / 2).map(change));
        result_with(path, &format!(r#""function_parameters":"0x0a0b0c0d","state_changes":[{changes}]"#))
    });
}

#[test]
fn on_a_transaction_with_many_transfers() {
    let place = "transaction/0.0.2-1795219000-000000001";
    keys_cost_the_same(EACH_TAB, place, "", "CRYPTO", |path, count| {
        if !path.starts_with("/api/v1/transactions/") {
            return String::new();
        }
        let transfer = |at| format!(r#"{{"account":"0.0.{}","amount":1,"is_approval":false}}"#, 9_000 + at);
        let transfers = joined((0..count / 2).map(transfer));
        format!(
            r#"{{"transactions":[{{"transaction_id":"0.0.2-1795219000-000000001","name":"CRYPTOTRANSFER",
            "consensus_timestamp":"1795219001.000000001","result":"SUCCESS","transfers":[{transfers}]}}]}}"#
        )
    });
}

#[test]
fn on_a_result_that_made_many_contracts() {
    keys_cost_the_same(EACH_TAB, RESULT, "", "Summary", |path, count| {
        let ids: Vec<String> = (0..2 * count).map(|at| format!(r#""0.0.{}""#, 6000 + at)).collect();
        result_with(
            path,
            &format!(r#""function_parameters":"0x0a0b0c0d","created_contract_ids":[{}]"#, ids.join(",")),
        )
    });
}

#[test]
fn on_a_result_with_a_long_reason() {
    keys_cost_the_same(EACH_TAB, RESULT, "", "Summary", |path, count| {
        let words = "61".repeat(32 * 2 * count);
        let data = format!("0x08c379a0{:064x}{:064x}{words}", 32, 64 * count);
        let fields =
            format!(r#""function_parameters":"0x0a0b0c0d","error_message":"{data}","call_result":"{data}""#);
        result_with(path, &fields).replace("SUCCESS", "CONTRACT_REVERT_EXECUTED")
    });
}

#[test]
fn on_a_contract_with_a_key_of_many_keys() {
    keys_cost_the_same("j k tab", "contract/0.0.5001", "", "0.0.5001", |path, count| {
        if !path.starts_with("/api/v1/contracts/0.0.5001?") && path != "/api/v1/contracts/0.0.5001" {
            return String::new();
        }
        // A list of keys.
        let leaf = format!("0a221220{}", "07".repeat(32));
        let list = leaf.repeat(3 * count);
        let key = format!(
            "32{}0a{}{list}",
            length(list.len() / 2 + 1 + length(list.len() / 2).len() / 2),
            length(list.len() / 2)
        );
        format!(
            r#"{{"contract_id":"0.0.5001","evm_address":"0x0000000000000000000000000000000000001389",
            "admin_key":{{"_type":"ProtobufEncoded","key":"{key}"}},"memo":"","bytecode":"0x","runtime_bytecode":"0x"}}"#
        )
    });
}

/// A length as protobuf writes it, in hex.
fn length(mut bytes: usize) -> String {
    let mut hex = String::new();
    while bytes >= 0x80 {
        let _ = write!(hex, "{:02x}", bytes % 0x80 + 0x80);
        bytes /= 0x80;
    }
    let _ = write!(hex, "{bytes:02x}");
    hex
}

#[test]
fn on_a_contract_with_a_long_interface() {
    let open = |path: &str, count: usize| {
        if path.contains("/v2/contract/") {
            let item = |at| {
                format!(
                    r#"{{"type":"function","name":"f{at}","inputs":[{{"name":"a","type":"uint256"}}],
                    "outputs":[],"stateMutability":"view"}}"#
                )
            };
            let items: Vec<String> = (0..count / 5).map(item).collect();
            return format!(
                r#"{{"match":"match","creationMatch":"match","runtimeMatch":"match","chainId":"298",
                "address":"0x0000000000000000000000000000000000001389","abi":[{}]}}"#,
                items.join(",")
            );
        }
        if path.starts_with("/api/v1/contracts/0.0.5001") && !path.contains("/results") {
            return r#"{"contract_id":"0.0.5001","evm_address":"0x0000000000000000000000000000000000001389",
                "memo":"","bytecode":"0x","runtime_bytecode":"0x6001"}"#
                .to_owned();
        }
        String::new()
    };
    keys_cost_the_same("j k tab", "contract/0.0.5001", "", "0.0.5001", open);
    keys_cost_the_same("j k", "contract/0.0.5001/interfaces", "", "functions", open);
}

#[test]
fn the_raw_answer_of_megabytes_is_laid_out_and_searched_aside() {
    let server = serve(move |_| {
        let data = "5a".repeat(1 << 20);
        let result = format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","result":"SUCCESS",
            "function_parameters":"0x{data}","error_message":null,"logs":[],"bloom":"0x"}}"#
        );
        (200, result)
    });
    let mut session = Session::on_server("result/0.0.5001/1795219000.000000001", &server);
    session.hold();
    session.press("J");
    assert!(session.screen().contains("formatting "), "{}", session.screen());
    session.press("Y");
    while session.let_go(0) {}
    session.press("esc");
    assert!(session.screen().contains("line 1 of 10"), "{}", session.screen());
    session.press("/").type_text("error_m");
    assert!(session.screen().contains("searching"), "{}", session.screen());
    while session.let_go(0) {}
    assert!(session.screen().contains("hit 1 of 1"), "{}", session.screen());
    session.press("enter esc k right right right");
    assert!(session.screen().contains("5a5a5a5a"), "{}", session.screen());
}

#[test]
fn for_keys_that_come_together_behind_a_long_text() {
    let flood = |pasted: usize| {
        let mut session = Session::at("home");
        session.press(":").paste(&"5a".repeat(pasted));
        let counted = allocation_counter::measure(|| _ = session.type_text(&"5a".repeat(200)));
        session.press("enter");
        assert!(session.place().starts_with("decode/0x5a5a"), "{}", session.screen());
        counted.bytes_total
    };
    let (little, much) = (flood(4), flood(20_000));
    assert!(much < little * MAX_RATIO, "{much} bytes instead of {little}");
}
