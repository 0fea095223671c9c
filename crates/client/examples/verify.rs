//! Verifies a contract by similarity to contracts that are verified, and follows the job until it ends.
//!
//! ```sh
//! cargo run -p hieroscope-client --example verify -- https://verifier.example 296 0x…
//! ```

#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "it prints, and has a clock")]

use std::env;
use std::error::Error;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use api::{AnyOperation, Network, Operation as _, Priority, Request, Submit, job_event};
use hieroscope_client::{Client, Options};
use ledger::{EvmAddress, Timestamp};
use verification::{ChainId, Job, JobKey, PollInterval, Submission, SubmissionBody};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let [verifier, chain, address] =
        env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "VERIFIER CHAIN CONTRACT")?;
    let submission = Submission {
        chain: ChainId::parse(&chain).ok_or("not a chain id")?,
        address: EvmAddress::parse(&address)?,
        body: SubmissionBody::Similarity { creation_hash: None },
    };
    // Nothing is asked of the mirror node.
    let mirror = verifier.clone();
    let network = Network { mirror, verifier: Some(verifier.clone()), ..Network::documented("verify") };
    let client = Client::new(&network, Options::default())?;
    let key = JobKey { made: now()?, process: std::process::id() };
    let mut job = Job::new(key, network.name.clone(), verifier, &submission, now()?);
    let mut next = Some(Submit { job: key, submission }.any());
    while let Some(ask) = next {
        let request = Request { network: network.name.clone(), ask };
        let response = client.ask(&request, Priority::Poll, drop).await;
        if let Some((_, event)) = job_event(&request.ask, response.outcome.as_ref()) {
            job.apply(event, now()?, &PollInterval::default());
            println!("{}", job.state.sentence());
        }
        // After the verdict, a job only looks up the name of its contract.
        let Some(due) = job.next_poll.filter(|_| !job.state.is_final()) else { break };
        tokio::time::sleep(Duration::from_millis(u64::try_from(due.since(now()?) / 1_000_000)?)).await;
        next = AnyOperation::of_job(&job);
    }
    if let Some(words) = job.words {
        println!("{}", words.escaped());
    }
    if job.state.is_success() { Ok(()) } else { Err("not verified".into()) }
}

fn now() -> Result<Timestamp, Box<dyn Error>> {
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
    Ok(Timestamp::from_nanos(u64::try_from(nanos)?))
}
