//! More is loaded than may be in memory: far rows go to disk, and come back as one scrolls.

use std::fs;
use std::path::Path;

use super::program::{Program, Start};

/// The times of the selected rows, screen by screen from the top of the list down.
fn selected(program: &mut Program) -> Vec<String> {
    program.send("gg");
    program.see("row 1 of ");
    let mut seen = Vec::new();
    for _ in 0..18 {
        let selected = |text: &str| {
            // Behind the bar is a mark, whichever it is: it may be one of a row whose outcome is unknown.
            let line = text.lines().find_map(|line| line.strip_prefix('▌'))?;
            let time = line.split_whitespace().nth(1)?.to_owned();
            (!seen.contains(&time)).then_some(time)
        };
        let mut found = None;
        program.wait("another row", |screen| {
            found = selected(&screen.contents());
            found.is_some()
        });
        seen.extend(found);
        program.send("\x1b[6~");
    }
    seen
}

#[test]
fn rows_that_were_put_on_disk_are_shown_again() {
    let config = |home: &Path| fs::write(home.join("config.toml"), "memory-mebibytes = 0\n").unwrap();
    let place = "contract/0.0.5001/results?limit=25";
    let mut program = Start::demo().prepared(config).with_config().with([place]).run();
    program.see("row 1 of 25 loaded in 1 page");
    // Not key by key: a short list loads its second page by itself, before the first key or after it.
    program.send("U");
    program.see("load until").send("500\r");
    program.see("loaded in 20 pages");
    let before = selected(&mut program);
    program.send("G");
    program.see("row 500 of ");
    #[cfg(target_os = "linux")]
    assert!(has_unnamed_file(program.id()), "nothing was put on disk");
    assert_eq!(selected(&mut program), before);
    // Steps from the detail of a row pass over none that is on disk.
    program.send("G");
    program.see("row 500 of").send("\r");
    program.see("} next");
    for row in (200..500).rev() {
        program.send("{");
        program.see(&format!("row {row} of"));
    }
    program.send("\x03");
    program.end();
}

/// Whether a process has a file open that has no name.
#[cfg(target_os = "linux")]
fn has_unnamed_file(process: u32) -> bool {
    let files = fs::read_dir(format!("/proc/{process}/fd")).unwrap();
    let target = |file: std::io::Result<fs::DirEntry>| fs::read_link(file.ok()?.path()).ok();
    files.filter_map(target).any(|target| {
        let target = target.to_string_lossy().into_owned();
        target.contains("/data/") && target.ends_with("(deleted)")
    })
}
