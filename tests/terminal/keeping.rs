//! What must outlive the program does, however it ended.

use super::program::Start;

#[test]
fn a_submitted_job_outlives_a_kill() {
    let mut program = Start::demo().with(["verify/298/0.0.5005"]).run();
    program.see("creation hash: found").send("\r");
    program.see("Send this?").send("\r");
    program.see("running");
    program.signal("KILL");
    program.end();

    let mut program = Start::demo().with(["jobs"]).at_home_of(&program).run();
    program.see("similarity").see("0xe9693147C22802E");
}

#[test]
fn visited_places_are_there_at_the_next_start() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at").send("q");
    assert_eq!(program.end(), 0);

    let mut program = Start::demo().at_home_of(&program).run();
    program.see("contract 0.0.5001").send("\r");
    program.see("Identity");
}
