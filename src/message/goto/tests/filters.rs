//! Words and times behind a contract, and what is refused.

use super::*;

#[test]
fn filters_are_read_as_people_write_them() {
    let base = "contract/0.0.5001/results";
    let last = "timestamp=gte:1795212000.000000000";
    let day = "timestamp=gte:1795132800.000000000&timestamp=lt:1795219200.000000000";
    for (text, wanted) in [
        ("results 0.0.5001 from 0.0.1002 last 2h", format!("{base}?from=0.0.1002&{last}")),
        ("results 0.0.5001 by 1002 oldest", format!("{base}?from=0.0.1002&order=asc")),
        ("results 0.0.5001 last 2h from 0.0.1002", format!("{base}?from=0.0.1002&{last}")),
        ("results 0.0.5001 yesterday", format!("{base}?{day}")),
        ("results 0.0.5001 from 2026-11-20 to 2026-11-20", format!("{base}?{day}")),
        ("results 0.0.5001 from=0.0.98 timestamp=last 2h", format!("{base}?from=0.0.98&{last}")),
        ("results 0.0.5001 block 70002150", format!("{base}?block.number=70002150")),
        ("gas 0.0.5001 from 0.0.1002", "contract/0.0.5001/gas?from=0.0.1002".to_owned()),
        ("logs 0.0.5001 last 2h", format!("contract/0.0.5001/logs?{last}")),
        ("state 0.0.5001 2h ago", "contract/0.0.5001/state?timestamp=1795212000.000000000".to_owned()),
        ("contract 0.0.5001 yesterday", "contract/0.0.5001@1795132800.000000000".to_owned()),
        ("0.0.5001@2026-11-20", "contract/0.0.5001@1795132800.000000000".to_owned()),
        ("contract/0.0.5001@yesterday 14:00", "contract/0.0.5001@1795183200.000000000".to_owned()),
        ("contract/0.0.5001/results?timestamp=last 2h", format!("{base}?{last}")),
        ("0.0.5001/results?timestamp=last 2h", format!("{base}?{last}")),
        ("https://x.example/api/v1/contracts/0.0.5001/results?timestamp=last 2h", format!("{base}?{last}")),
        (
            "contract/0.0.5001/state?timestamp=2h ago",
            "contract/0.0.5001/state?timestamp=1795212000.000000000".to_owned(),
        ),
        ("result 0.0.5001 2026-11-20 23:10:07.123456789", "result/0.0.5001/1795216207.123456789".to_owned()),
        ("result/0.0.5001/2026-11-20T23:10:07.123456789Z", "result/0.0.5001/1795216207.123456789".to_owned()),
        ("account 0.0.1001", "account/0.0.1001".to_owned()),
        ("block 70070000", "block/70070000".to_owned()),
        ("https://hashscan.io/testnet/block/70070000", "block/70070000".to_owned()),
        ("token 0.0.2001", "token/0.0.2001".to_owned()),
        ("https://hashscan.io/testnet/token/0.0.2001", "token/0.0.2001".to_owned()),
        ("https://hashscan.io/testnet/account/0.0.1001", "account/0.0.1001".to_owned()),
        ("a:C67KUPXXV22GRG5TATV6PA7HCN3YKBTY", "account/C67KUPXXV22GRG5TATV6PA7HCN3YKBTY".to_owned()),
        ("C67KUPXXV22GRG5TATV6PA7HCN3YKBTY", "account/C67KUPXXV22GRG5TATV6PA7HCN3YKBTY".to_owned()),
    ] {
        assert_eq!(places("home", text).first(), Some(&wanted), "{text}");
    }
    let here = "contract/0.0.9/results";
    for (text, wanted) in [
        ("yesterday", format!("{here}?{day}")),
        (
            "2026-11-20 23:10:07",
            format!("{here}?timestamp=gte:1795216207.000000000&timestamp=lt:1795216208.000000000"),
        ),
        (
            "2026-11-20T23:10:07Z",
            format!("{here}?timestamp=gte:1795216207.000000000&timestamp=lt:1795216208.000000000"),
        ),
        ("2026-11-20 23:10:07.123456789", "result/0.0.9/1795216207.123456789".to_owned()),
        ("results from 0.0.1002 last 2h", format!("{here}?from=0.0.1002&{last}")),
        ("block 70002150", format!("{here}?block.number=70002150")),
        ("account 0.0.1001", "account/0.0.1001".to_owned()),
    ] {
        assert_eq!(places(here, text).first(), Some(&wanted), "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_for_the_right_reason() {
    for (text, says) in [
        ("yesterday", "A time can be looked up only within a contract"),
        ("results 0.0.5001 frm 0.0.1002", "\"frm\" is not a filter. Filters here: from 0.0.1002"),
        ("results 0.0.5001 0.0.1002", "\"0.0.1002\" is not a filter. Filters here: from 0.0.1002"),
        ("results 0.0.5001 last 2x", "Not a time"),
        ("results yesterday or so", "Not a time"),
        ("block seven", "Expected here: a block"),
        ("account me", "Expected here: an account"),
        ("0.0.5001@soon", "timestamp: write a time"),
        ("contract/0.0.5001/results?timestamp=soon", "timestamp: write a time"),
    ] {
        let fault = read_at("home", text).expect_err(text).to_string();
        assert!(fault.starts_with(says), "{text}: {fault}");
    }
}
