//! What the system tells of a running program.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::program::Program;

impl Program {
    /// Whether these bytes are anywhere in its memory.
    pub(crate) fn remembers(&self, wanted: &[u8]) -> bool {
        let process = Path::new("/proc").join(self.id().to_string());
        let mut memory = fs::File::open(process.join("mem")).unwrap();
        let maps = fs::read_to_string(process.join("maps")).unwrap();
        let areas = maps.lines().filter_map(|line| {
            let (range, rest) = line.split_once(' ')?;
            let (from, to) = range.split_once('-').filter(|_| rest.starts_with("rw"))?;
            Some((u64::from_str_radix(from, 16).ok()?, u64::from_str_radix(to, 16).ok()?))
        });
        areas.into_iter().any(|(from, to)| {
            let mut bytes = Vec::new();
            // An area may have gone since its range was read.
            memory.seek(SeekFrom::Start(from)).is_ok()
                && (&mut memory).take(to - from).read_to_end(&mut bytes).is_ok()
                && bytes.windows(wanted.len()).any(|window| window == wanted)
        })
    }

    /// What it was started with, as any user of the system can read it.
    pub(crate) fn arguments(&self) -> Vec<u8> {
        fs::read(format!("/proc/{}/cmdline", self.id())).unwrap()
    }

    /// The most memory that it has had, in megabytes.
    pub(crate) fn most_memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.id());
        let status = fs::read_to_string(path).unwrap();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        most.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() / 1024
    }

    /// Whether it hangs in a write.
    pub(crate) fn is_writing(&self) -> bool {
        let call = fs::read_to_string(format!("/proc/{}/syscall", self.id())).unwrap_or_default();
        // The number of `write` on x86-64 and on AArch64.
        call.starts_with("1 ") || call.starts_with("64 ")
    }
}
