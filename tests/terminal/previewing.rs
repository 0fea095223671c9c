//! The detail of a list's selected row beside the list.

use std::time::Duration;

use super::program::Start;

#[test]
fn it_comes_by_itself_and_then_nothing_is_written() {
    let mut program = Start::demo().with(["contract/0.0.5001/results"]).size(120, 40).run();
    program.wait("the detail beside the list", |screen| {
        screen.rows(60, 60).any(|row| row.contains("▌Summary")) && screen.contents().contains("row 1 of 100")
    });
    program.wait_for_silence(Duration::from_secs(2));
    let before = program.written().len();
    program.wait_for_silence(Duration::from_secs(2));
    assert_eq!(program.written().len(), before);
    program.send("P");
    program.see("preview off").see_no("Summary").send("\r");
    program.see("Summary");
    program.send("\x03");
    assert_eq!(program.end(), 0);
}
