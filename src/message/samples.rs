//! Sample places of the embedded network: home offers them, and the README's tour lists them.

/// A place to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The text to type in the palette.
    pub typed: &'static str,
    /// What the place shows, in one line.
    pub shows: &'static str,
    /// Additional text for the README; may be empty.
    tip: &'static str,
}

const fn sample(typed: &'static str, shows: &'static str, tip: &'static str) -> Sample {
    Sample { typed, shows, tip }
}

/// The tour.
pub const SAMPLES: [Sample; 27] = [
    sample(
        "0.0.5001",
        "a busy router",
        "its versions over time (`@`), its code (`B`), 100,000 results (`R`), a new one about every three seconds",
    ),
    sample(
        "results 0.0.5001 last 2h",
        "its results of the last two hours",
        "`f` is the form with every filter",
    ),
    sample(
        "result/0.0.5001/1795216207.123456789",
        "a result with events and storage changes",
        "it has everything, an Ethereum envelope too",
    ),
    sample("results 0.0.5022", "each way a call can fail, explained", ""),
    sample("0.0.5008", "a threshold key", ""),
    sample("0.0.5043", "a key twenty levels deep", ""),
    sample("0.0.5003", "a deleted contract", ""),
    sample("0.0.5013", "a memo with control characters", ""),
    sample(
        "0.0.1005-1795216518-468117137",
        "tokens, rewards and custom fees",
        "one transaction has them all",
    ),
    sample(
        "0.0.1003-1795216531-802469083",
        "an atomic batch that failed",
        "one of its inner transactions did",
    ),
    sample("0.0.1012-1795216550-000000001", "a call with twelve children", "the ninth of which failed"),
    sample("schedules", "scheduled transactions", ""),
    sample("schedule 0.0.7006", "a schedule that ran and failed", ""),
    sample(
        "result/0.0.5211/1795217000.000005211",
        "calls within calls",
        "`…7240.000005211` is one that two signatures fit, `…7780.000005211` a success that hides a failure",
    ),
    sample(
        "result/0.0.5022/1753100000.000000000/replay",
        "a failed call executed again, step by step",
        "`!` goes to the failure, `n` and `p` to lines, `j` and `k` to instructions",
    ),
    sample(
        "0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87",
        "a result by its hash, with a trace",
        "the trace has nine calls",
    ),
    sample(
        "result/0.0.5204/1795218140.000005211",
        "an error that is named by verified code",
        "only the contract's verified interface has it",
    ),
    sample(
        "results 0.0.5204",
        "storage of every kind",
        "on the tab *State changes* of a result; the contract's code (`B`); versions of another in `0.0.5201` (`g v`)",
    ),
    sample("contract/0.0.5213/find", "rare events, found by bloom filters", "among six hundred results"),
    sample("contract/0.0.5214/gas", "gas usage, and suggested limits", ""),
    sample("0.0.1005-1795216571-000000007", "a money trail", "with custom fees, unique tokens and a reward"),
    sample("pending", "pending schedules, with countdowns", ""),
    sample("verify 0.0.5001", "verify: an exact match", "it takes a few seconds"),
    sample("verify 0.0.5015", "verify: no match", "and what to do about it"),
    sample("verify//0.0.5020?mode=import", "verify: code that differs", "`D` shows where"),
    sample(
        "verify//0.0.5012?mode=standard-json",
        "verify: from a file",
        "those in [`assets/demo/uploads`](assets/demo/uploads) fit",
    ),
    sample("verify/298/0.0.5018?mode=import", "verify: an import with a key", "the key is `demo-key`"),
];

impl Sample {
    /// The README's table.
    pub fn markdown() -> String {
        let row = |Self { typed, shows, tip }: &Self| {
            let tip = if tip.is_empty() { String::new() } else { format!("; {tip}") };
            format!("| `{typed}` | {shows}{tip} |\n")
        };
        format!("| type | what it shows |\n|---|---|\n{}", SAMPLES.iter().map(row).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_the_tour() {
        let readme = include_str!("../../README.md");
        assert!(readme.contains(&Sample::markdown()), "write this into README.md:\n{}", Sample::markdown());
    }
}
