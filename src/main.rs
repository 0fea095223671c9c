//! The program's entry: flags, configuration, then the loop.

fn main() {}
