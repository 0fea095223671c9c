//! The stored state, as the store returns it, with the ABIs, signatures and slot names that the user added.

use std::sync::Arc;

use api::Signatures;
use ledger::{ContractRef, EvmAddress, HexBytes, Timestamp};
use verification::{Batch, Job, JobKey, Verified};

use super::{Bookmark, ColumnChoices, Label, OpenTab, Place, SavedFilter, Watched};

/// A visited place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The network's profile name.
    pub network: String,
    pub place: Place,
    /// When.
    pub at: Timestamp,
}

/// The contents of a form: names and texts, never a secret.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Draft {
    /// Which form.
    pub form: String,
    /// The fields' names and texts.
    pub fields: Vec<(String, String)>,
}

/// What earlier runs stored.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Saved {
    /// Jobs, newest first: all running ones, and the newest finished ones.
    pub jobs: Vec<Job>,
    /// Those that another running instance handles.
    pub elsewhere: Vec<JobKey>,
    /// The number of older jobs that are left out.
    pub older_jobs: usize,
    /// The job after which older jobs are left out.
    pub older_than: Option<JobKey>,
    /// Visited places, newest first.
    pub visits: Vec<Visit>,
    /// Forms.
    pub drafts: Vec<Draft>,
    /// Batches, newest first.
    pub batches: Vec<Batch>,
    /// Interfaces that the user added, oldest first.
    pub interfaces: Vec<CustomAbi>,
    /// Signatures that the user added, oldest first.
    pub signatures: Vec<CustomSignature>,
    /// Names of storage slots.
    pub slots: Vec<SlotName>,
    /// Labels, oldest first.
    pub labels: Vec<Label>,
    /// Bookmarks, newest first.
    pub bookmarks: Vec<Bookmark>,
    /// The watch list, oldest first.
    pub watched: Vec<Watched>,
    /// Answers of verifiers, oldest first.
    pub answers: Vec<KeptAnswer>,
    /// Names from signature servers, of each kind the oldest first.
    pub signature_cache: Signatures,
    /// How often rows of the palette were chosen, by their names there.
    pub chosen: Vec<(String, u32)>,
    /// The tabs that were open.
    pub open_tabs: Vec<OpenTab>,
    /// Filters that were kept, newest first.
    pub filters: Vec<SavedFilter>,
    /// Whether lists show the preview; `None` if never set.
    pub preview: Option<bool>,
    /// Column settings of lists.
    pub columns: ColumnChoices,
}

/// A page of jobs that were left out at the start.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OlderJobs {
    /// The jobs, newest first.
    pub jobs: Vec<Job>,
    /// Those that another running instance handles.
    pub elsewhere: Vec<JobKey>,
    /// The number of still older jobs.
    pub left: usize,
    /// The job after which older jobs are left out.
    pub older_than: Option<JobKey>,
}

/// Changes by other instances since the last read.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Stored {
    /// Changed jobs.
    pub jobs: Vec<Job>,
    /// Those that another running instance handles.
    pub elsewhere: Vec<JobKey>,
    /// Jobs that were forgotten.
    pub forgotten: Vec<JobKey>,
    /// Changed batches.
    pub batches: Vec<Batch>,
    /// A job that was not sent because another instance had sent it, or another job with the same content.
    pub unsent: Option<JobKey>,
}

/// An interface of one contract that the user added. Its network, contract and origin are its name: the same
/// file read again takes the place of what was read before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomAbi {
    /// The network's profile name.
    pub network: String,
    /// The contract, by its id if that is known.
    pub contract: ContractRef,
    /// Where it comes from: a path, or how it was typed.
    pub origin: String,
    /// A JSON ABI, or one signature a line. It was written by strangers and is read through the decoder's door.
    pub text: Arc<str>,
    /// When it was added.
    pub at: Timestamp,
}

impl CustomAbi {
    /// Whether both are the same entry, be their texts equal or not.
    pub fn is(&self, other: &Self) -> bool {
        (&self.network, self.contract, &self.origin) == (&other.network, other.contract, &other.origin)
    }
}

/// A signature that the user typed, for every contract on every network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomSignature {
    /// As it was typed: `function transfer(address to, uint256 value)`. It is its own name.
    pub text: String,
    /// When it was added.
    pub at: Timestamp,
}

/// What the user calls a storage slot of one contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotName {
    /// The network's profile name.
    pub network: String,
    /// The contract, by its id if that is known.
    pub contract: ContractRef,
    /// The slot, 32 bytes.
    pub slot: HexBytes,
    /// Its name; none takes the name away.
    pub name: String,
}

impl SlotName {
    /// Whether both name the same slot.
    pub fn is(&self, other: &Self) -> bool {
        (&self.network, self.contract, &self.slot) == (&other.network, other.contract, &other.slot)
    }
}

/// What the verifier of a network answered about a contract that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAnswer {
    /// The network's profile name.
    pub network: String,
    /// The contract's EVM address.
    pub address: EvmAddress,
    /// The answer.
    pub verified: Arc<Verified>,
    /// When.
    pub at: Timestamp,
}
