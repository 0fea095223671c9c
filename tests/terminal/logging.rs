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

#[test]
fn the_log_of_one_that_runs_is_not_another_ones() {
    let mut program = Start::demo().with(["0.0.5001"]).logging().run();
    program.see("updated at");
    let mut other = Start::demo().size(200, 30).at_home_of(&program).logging().run();
    assert_eq!(other.end(), 2);
    let words = "run.log is the log of another hieroscope that is running: name another file";
    assert!(other.is_given_back() && other.text().contains(words), "{}", other.text());
    program.send("q");
    assert_eq!(program.end(), 0);
}
