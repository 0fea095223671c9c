//! The command line of `hieroscope call`.

use clap::Args;

/// What follows the options of `call`.
pub(super) const CALL: &str = "\
The mirror node executes the function on the state at the end of a block, and
changes nothing: this is a query. Nothing is signed, and nothing is sent to a
ledger. What the function returns is on standard output, one value a line.

A function is written by its signature, or by its name where the contract's
interface is known. A signature may say what is returned, too:
'rate(uint8)(uint256)'. An address is written as such, as an id such as
0.0.1002, or as a @label; arrays as [1, 2], tuples as (0.0.1002, 5).

Examples:
  hieroscope call 0.0.5002 'balanceOf(address)' 0.0.1002 --network demo
  hieroscope call 0.0.5002 name --network demo --json
  hieroscope call 0.0.5022 'withText(string)' 'not today' --network demo
  hieroscope call 0.0.5214 grind 50 --estimate --network demo

Exit codes:
  0    the function returned, or the gas was estimated
  1    it did not: it reverted, or ended in another way
  2    usage: the command line cannot be carried out
  4    unreachable: a server gave no answer, or none that can be read
  6    not found: the mirror node knows nothing by that name
  7    not offered: this mirror node executes no calls";

/// `hieroscope call CONTRACT FUNCTION [ARGUMENTS]`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
#[command(next_help_heading = "Call")]
pub struct CallTask {
    /// The contract: its id, its EVM address, or a @label
    #[arg(value_name = "CONTRACT", help_heading = None::<&str>)]
    pub contract: String,

    /// The function: its signature, its name, or its selector
    #[arg(value_name = "FUNCTION", help_heading = None::<&str>)]
    pub function: String,

    /// Its arguments
    #[arg(value_name = "ARGUMENT", allow_negative_numbers = true, help_heading = None::<&str>)]
    pub arguments: Vec<String>,

    /// Who calls; the zero address if this is left out
    #[arg(long, value_name = "ADDRESS")]
    pub from: Option<String>,

    /// How much is sent along, tinybar; it needs a sender
    #[arg(long, value_name = "TINYBAR", requires = "from", default_value_t = 0)]
    pub value: u64,

    /// At the end of which block, by its height or its hash; the latest one if this is left out
    #[arg(long, value_name = "BLOCK")]
    pub block: Option<String>,

    /// Say how much gas the call takes, and not what it returns
    #[arg(long)]
    pub estimate: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
