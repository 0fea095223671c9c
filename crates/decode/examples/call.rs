//! Decodes call data with an ABI: the function, then its arguments, one a line.
//!
//! ```sh
//! cargo run -p hieroscope-decode --example call -- erc20.json 0xa9059cbb…
//! ```

#![expect(clippy::print_stdout, reason = "it prints what it finds")]

use std::error::Error;
use std::{env, fs};

use hieroscope_decode::Known;
use hieroscope_decode::interface::book::AddedInterface;
use hieroscope_decode::reading::{CallQuestion, Raw, Reader, summary};
use ledger::{HexBytes, Text};

fn main() -> Result<(), Box<dyn Error>> {
    let [path, data] = env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "ABI CALL_DATA")?;
    let abi = AddedInterface::new(None, Text::from(path.as_str()), fs::read_to_string(&path)?.into());
    abi.interface().map_err(|refusal| refusal.to_string())?;
    let mut known = Known::default();
    known.book_mut().add(abi);
    let input = HexBytes::parse(&data).ok_or("not hex digits")?;
    let call = CallQuestion { contract: None, input, output: None, error: None, creates: false };
    let reading = Reader::new(&known).read_call(&call).input;
    let Some(function) = reading.best() else {
        return Err(reading.raw.map_or_else(String::new, Raw::reason).into());
    };
    println!("{}", function.signature.escaped());
    for argument in &function.arguments {
        let value = summary::list_in_full(std::slice::from_ref(argument));
        println!("  {} {value}", argument.kind.escaped());
    }
    Ok(())
}
