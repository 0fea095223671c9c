//! How the program is linked.
#![expect(clippy::disallowed_methods, reason = "cargo describes the target in variables")]

/// Links the program at fixed addresses on Linux. It has some ninety thousand pointers to functions and constants, and
/// a program that can be loaded anywhere has to adjust all of them at every start. Libraries, stacks and the heap stay
/// at random addresses.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|set| set == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
