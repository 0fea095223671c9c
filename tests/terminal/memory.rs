//! More is loaded than may be in memory: far rows go to disk, and come back as one scrolls.

use std::fs;
use std::path::Path;

use super::program::{Program, Start};

/// The selected row of each screen, from the top of the list down.
fn selected(program: &mut Program) -> Vec<String> {
    program.send("gg");
    program.see("row 1 of 300 loaded");
    let mut seen = Vec::new();
    for _ in 0..12 {
        let selected = |text: &str| {
            let line = text.lines().find(|line| line.contains("▌✓") || line.contains("▌✗"))?;
            let line = line.trim_end_matches(['▐', ' ']).to_owned();
            (!seen.contains(&line)).then_some(line)
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
    for pages in 2..=12 {
        program.send("m");
        program.see(&format!("loaded in {pages} pages"));
    }
    let before = selected(&mut program);
    program.send("G");
    program.see("row 300 of 300 loaded");
    #[cfg(target_os = "linux")]
    assert!(has_unnamed_file(program.id()), "nothing was put on disk");
    assert_eq!(selected(&mut program), before);
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
