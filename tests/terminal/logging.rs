//! The log of a program on screen.

use std::fs;

use super::program::Start;

#[test]
fn a_log_on_screen_tells_what_was_opened_and_why_it_ended() {
    let mut program = Start::demo().with(["0.0.5001"]).logging().run();
    program.see("updated at").send(":");
    program.see("Go to").send("jobs\r");
    program.see("No verification").signal("TERM");
    assert_eq!(program.end(), 143);
    let log = fs::read_to_string(program.home().join("run.log")).unwrap();
    let lines: Vec<&str> = log.lines().map(|line| line.get(25..).unwrap()).collect();
    let began = |start: &str| lines.iter().any(|line| line.starts_with(start));
    for start in [
        "INFO  program: started version=",
        "INFO  screen: taken columns=100 rows=30 terminal=xterm-256color",
        "INFO  network: chosen network=demo ",
        "INFO  place: opened kind=contract place=contract/0.0.5001",
        "INFO  request: answered api=\"mirror node\" number=",
        "DEBUG loop: action action=go-to",
        "INFO  place: opened kind=jobs place=jobs",
        "WARN  program: signal code=143",
        "INFO  program: ended why=signal code=143",
    ] {
        assert!(began(start), "{start}\n{log}");
    }
}

#[test]
fn a_screen_is_not_written_over_by_its_log() {
    let mut program = Start::demo().with(["--verbose"]).run();
    assert_eq!(program.end(), 2);
    assert!(program.is_given_back() && program.text().contains("name a file with --log FILE"));
}
