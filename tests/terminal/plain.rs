//! Terminals without colours or without more than ASCII, and no terminal at all.

use std::process::{Command, Output};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::program::{Program, Start};

/// The numbers of all sequences that style text, `ESC [ numbers m`.
fn styles(written: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(written);
    let sequences = text.split("\x1b[").skip(1);
    let styles = sequences.filter_map(|rest| {
        let (numbers, _) = rest.split_once('m')?;
        let whole = numbers.chars().all(|sign| sign.is_ascii_digit() || sign == ';' || sign == ':');
        whole.then(|| numbers.to_owned())
    });
    styles.collect()
}

fn colours(program: &Program) -> Vec<String> {
    let coloured = |style: &String| {
        let first = style.split([';', ':']).find_map(|part| part.parse::<u16>().ok());
        // 39, 49 and 59 are the terminal's own.
        matches!(first, Some(30..=38 | 40..=48 | 58 | 90..=107))
    };
    styles(program.written()).into_iter().filter(coloured).collect()
}

#[test]
fn no_color_is_heeded() {
    let mut program = Start::demo().with(["0.0.5001", "--theme", "dark"]).variable("NO_COLOR", "1").run();
    program.see("updated at");
    assert_eq!(colours(&program), Vec::<String>::new());
    let mut coloured = Start::demo().with(["0.0.5001", "--theme", "dark"]).run();
    coloured.see("updated at");
    assert!(!colours(&coloured).is_empty());
}

#[test]
fn ascii_is_all_that_is_written_when_it_is_asked_for() {
    let mut program = Start::demo().with(["0.0.5001", "--ascii"]).run();
    program.see("updated at").send("g");
    program.see(" g ").send("g?");
    program.see("What can be done here").send("\x1b");
    program.see_no("What can be done here").send(":0.0.5002");
    program.see("contract/0.0.5002").send("\r");
    program.see("Identity");
    let text = String::from_utf8_lossy(program.written());
    let others: Vec<char> = text.chars().filter(|sign| !sign.is_ascii()).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn a_locale_without_utf8_gets_ascii_only() {
    let mut program = Start::demo().with(["0.0.5001"]).variable("LC_ALL", "C").run();
    program.see("updated at").see("Identity").send("q");
    program.end();
    assert!(program.written().is_ascii(), "{}", String::from_utf8_lossy(program.written()));
}

#[test]
fn a_terminal_that_cannot_be_drawn_on_is_refused_in_words() {
    for (term, words) in [("dumb", "TERM is dumb"), ("vt52", "TERM is vt52"), ("", "TERM is empty")] {
        let mut program = Start::demo().variable("TERM", term).run();
        program.see(words);
        assert_eq!(program.end(), 2);
        assert!(!program.written().contains(&0x1b));
    }
}

#[test]
fn a_start_without_a_controlling_terminal_is_refused_in_words() {
    let home = tempfile::tempdir().unwrap();
    let errors = home.path().join("errors");
    let terminal = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", r#"exec "$0" --network demo < /dev/null 2> "$1""#, env!("CARGO_BIN_EXE_hieroscope")]);
    command.arg(&errors);
    command.set_controlling_tty(false);
    assert_eq!(terminal.slave.spawn_command(command).unwrap().wait().unwrap().exit_code(), 2);
    assert!(std::fs::read_to_string(errors).unwrap().contains("no controlling terminal"));
}

#[test]
fn a_pipe_is_refused_in_words() {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hieroscope"));
    let Output { status, stdout, stderr } =
        command.args(["--network", "demo", "--data-dir"]).arg(home.path()).output().unwrap();
    assert_eq!(status.code(), Some(2));
    assert_eq!(stdout, b"");
    assert!(String::from_utf8(stderr).unwrap().contains("standard output is no terminal"));
}
