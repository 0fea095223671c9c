//! Any size of the terminal, and any sequence of sizes.

use super::program::Start;

#[test]
fn a_storm_of_sizes_ends_with_the_right_screen() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at");
    // Sizes that jump about, the same in every run.
    let mut seed = 0x2545_f491_u32;
    let mut next = |most: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u16::try_from((seed >> 8) % most + 1).unwrap()
    };
    for _ in 0..120 {
        program.resize(next(200), next(60));
    }
    program.resize(120, 40);
    program.wait("the contract at its new size", |screen| {
        let rows: Vec<String> = screen.rows(0, 120).collect();
        rows[0].contains("0.0.5001") && rows[39].contains("? help")
    });
    let stormy = program.settle().text();
    program.wipe();
    program.send("\x0c");
    program.see("? help").settle();
    assert_eq!(program.text(), stormy, "drawing everything again changes the screen");
    program.send("q");
    assert_eq!(program.end(), 0);
}

#[test]
fn a_box_is_drawn_again_as_any_page_is() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at").see("each bar");
    for (key, words) in [("?", "What can be done here"), (":", "Go to"), ("Y", "Copy")] {
        program.send(key);
        let shown = program.see(words).settle().text();
        program.wipe();
        program.send("\x0c");
        program.see(words).settle();
        assert_eq!(program.text(), shown);
        program.send("\x1b");
        program.see_no(words);
    }
}

#[test]
fn a_terminal_may_be_tiny() {
    let mut program = Start::demo().with(["0.0.5001"]).size(1, 1).run();
    program.wait("the first frame", |screen| !screen.contents().is_empty());
    for (columns, rows) in [(2, 2), (1, 100), (200, 1), (59, 15), (60, 14), (20, 5)] {
        program.resize(columns, rows);
        program.wipe();
        program.wait("a word about the size", |screen| screen.contents().starts_with(['h', '…']));
    }
    for (columns, rows) in [(60, 15), (80, 24), (200, 60)] {
        program.resize(columns, rows);
        program.see("0.0.5001").see("? help");
    }
    program.send("q");
    assert_eq!(program.end(), 0);
    assert!(program.is_given_back());
}

/// What a screen of the largest size that is drawn may cost, in megabytes: five buffers of half a million cells.
#[cfg(target_os = "linux")]
const MAX_GROWTH_MB: u64 = 128;

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_may_claim_any_size() {
    use std::time::Duration;

    let mut program = Start::demo().with(["0.0.5001"]).size(80, 24).run();
    program.see("updated at").settle();
    let before = program.most_memory();
    for (columns, rows) in [
        (0, 0),
        (1, 1),
        (20_000, 20_000),
        (0, 40),
        (40, 0),
        (u16::MAX, u16::MAX),
        (u16::MAX, 1),
        (1, u16::MAX),
    ] {
        program.claim(columns, rows);
        program.wait_for_silence(Duration::from_millis(200));
    }
    let grown = program.most_memory() - before;
    assert!(grown <= MAX_GROWTH_MB, "{grown} MB more than {before} MB");
    program.resize(80, 24);
    program.wait("the contract at its size", |screen| {
        let rows: Vec<String> = screen.rows(0, 80).collect();
        rows[0].contains("0.0.5001") && rows[23].contains("? help")
    });
    let drawn = program.settle().text();
    program.wipe();
    program.send("\x0c");
    program.see("? help").settle();
    assert_eq!(program.text(), drawn, "drawing everything again changes the screen");
    program.send("q");
    assert_eq!(program.end(), 0);
    assert!(program.is_given_back());
}
