//! Packs the scenarios of the embedded network.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "cargo tells a build script by the environment, and hears it on its output"
)]

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::DeflateEncoder;

fn main() -> io::Result<()> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    fs::write(out.join("scenarios"), scenarios()?)
}

/// The files that lie in a folder, which is watched.
fn files(folder: &str) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={folder}");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.sort();
    Ok(files)
}

/// The files below `assets` that the embedded network reads: of each its path, a zero byte, how many bytes it has
/// deflated, in four bytes, and these. It reads few of them until its first answer.
fn scenarios() -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    for folder in ["artifacts", "contracts", "ledger"] {
        for path in files(&format!("assets/{folder}"))? {
            let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
            packed.write_all(&fs::read(&path)?)?;
            let packed = packed.finish()?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            all.extend_from_slice(format!("{folder}/{name}\0").as_bytes());
            all.extend_from_slice(&u32::try_from(packed.len()).map_err(io::Error::other)?.to_be_bytes());
            all.extend_from_slice(&packed);
        }
    }
    Ok(all)
}
