//! Pages through the results of a contract, newest first: time, selector of the method, outcome.
//!
//! ```sh
//! cargo run -p hieroscope-client --example results -- https://mirror.example 0.0.5001
//! ```

#![expect(clippy::print_stdout, reason = "it prints what it finds")]

use std::env;
use std::error::Error;

use api::{Network, PageOf};
use hieroscope_client::{Client, Options};
use ledger::query::{Limit, ResultsQuery};
use ledger::{ContractRef, ContractResult, EntityId, Next, Success};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let [mirror, contract] =
        env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "MIRROR CONTRACT")?;
    let contract = ContractRef::parse(&contract, EntityId::from_num(0)).ok_or("not a contract")?;
    let client = Client::new(&Network { mirror, ..Network::documented("results") }, Options::default())?;
    let query = ResultsQuery { limit: Some(Limit::MAX), ..ResultsQuery::all(contract) };
    let mut page = PageOf::first(query);
    loop {
        let answer = client.fetch(&page).await?;
        answer.rows.iter().for_each(|result| println!("{}", line(result)));
        page = match answer.next {
            Next::More(link) => PageOf::behind(page.query, link),
            Next::End => return Ok(()),
            Next::Refused(why) => return Err(why.into()),
        };
    }
}

fn line(result: &ContractResult) -> String {
    let time = result.timestamp.value().map_or_else(|| "-".to_owned(), |time| time.to_string());
    let input = result.function_parameters.known().and_then(|input| input.bytes().first_chunk::<4>());
    let selector =
        input.map_or_else(|| "-".to_owned(), |selector| format!("{:#010x}", u32::from_be_bytes(*selector)));
    let outcome = match result.success() {
        Success::Yes => "success",
        Success::No => "failure",
        Success::Unknown => "unknown",
    };
    format!("{time} {selector:10} {outcome}")
}
