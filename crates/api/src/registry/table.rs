//! The table of all operations: one block holds everything known about an operation except its record. A block that lacks a
//! property does not compile.

use std::sync::Arc;
use std::time::Duration;

use ledger::query::{
    AccountQuery, BlockQuery, ContractCallQuery, ContractQuery, ContractsQuery, ExchangeRatesQuery,
    ExecutionQuery, Limit, LogsQuery, NetworkFeesQuery, Order, Parameters as _, ResultQuery, ResultsQuery,
    SchedulesQuery, StateQuery, TokenBalancesQuery, TransactionQuery, TransactionsQuery,
};
use ledger::{
    Account, Block, CallAction, CallOutcome, Contract, ContractLog, ContractResult, ExchangeRates,
    ExecutionRef, NetworkFees, OpcodeTrace, Prestate, Schedule, StateSlot, Success, Timestamp, Token,
    TokenHolder, Transaction, TransactionFamily,
};
use verification::{AllChains, Chains, Grade, Verified};

use crate::operation::{lookup, row_bytes};
use crate::{
    AllChainsQuery, Availability, ChainsQuery, Content, ContractLookup, FoundResult, JobPoll, Lasts, Lookup,
    OpcodesQuery, Outgoing, PagingKey, Polled, PrestateQuery, Priority, Repeats, Reuse, ScheduleQuery,
    Signatures, Spelling, Submit, Submitted, TokenQuery, TransactionAt, TransactionOf, VerifiedQuery,
};

operations! {
    $
    lists {
        /// `GET /api/v1/contracts`.
        Contracts: |it: ContractsQuery| -> Contract {
            availability: Availability::Listing,
            reuse: Reuse::Revalidated,
            lasts: |_, _| Lasts::No,
            member: "contracts",
            paging: (PagingKey::Contract, it.order.unwrap_or(Order::Desc)),
            outgoing: Outgoing::get(&["contracts"], it.pairs()),
        }
        /// `GET /api/v1/contracts/{contractIdOrAddress}/results`, or of all contracts, which is not documented.
        Results: |it: ResultsQuery| -> ContractResult {
            availability: if it.contract.is_some() { Availability::Always } else { Availability::Perhaps },
            reuse: Reuse::Revalidated,
            lasts: |_, _| Lasts::No,
            member: "results",
            paging: (PagingKey::Timestamp, it.order.unwrap_or(Order::Desc)),
            outgoing: match it.contract {
                Some(contract) => Outgoing::get(&["contracts", &contract.to_string(), "results"], it.pairs()),
                None => Outgoing::get(&["contracts", "results"], it.pairs()),
            },
        }
        /// `GET /api/v1/contracts/{contractIdOrAddress}/results/logs`.
        Logs: |it: LogsQuery| -> ContractLog {
            availability: Availability::Listing,
            reuse: Reuse::Revalidated,
            lasts: |_, _| Lasts::No,
            member: "logs",
            paging: (PagingKey::Log, it.order.unwrap_or(Order::Desc)),
            outgoing: Outgoing::get(&["contracts", &it.contract.to_string(), "results", "logs"], it.pairs()),
        }
        /// `GET /api/v1/contracts/{contractIdOrAddress}/state`.
        State: |it: StateQuery| -> StateSlot {
            availability: Availability::Listing,
            reuse: Reuse::Revalidated,
            lasts: |_, _| Lasts::No,
            member: "state",
            paging: (PagingKey::Slot, it.order.unwrap_or(Order::Asc)),
            outgoing: Outgoing::get(&["contracts", &it.contract.to_string(), "state"], it.pairs()),
        }
        /// `GET /api/v1/contracts/results/{transactionIdOrHash}/actions`. A later try of the same id or hash replaces them.
        Actions: |it: ExecutionRef| -> CallAction {
            availability: Availability::Perhaps,
            reuse: Reuse::Offline,
            lasts: |_, _| Lasts::UntilReplaced,
            member: "actions",
            paging: (PagingKey::Action, Order::Asc),
            outgoing: within(it, "actions", vec![("limit", Limit::MAX.rows().to_string())]),
        }
        /// `GET /api/v1/transactions`.
        Transactions: |it: TransactionsQuery| -> Transaction {
            availability: Availability::Listing,
            reuse: Reuse::Revalidated,
            lasts: |_, _| Lasts::No,
            member: "transactions",
            paging: (PagingKey::Timestamp, it.order.unwrap_or(Order::Desc)),
            outgoing: Outgoing::get(&["transactions"], it.pairs()),
        }
        /// `GET /api/v1/schedules`.
        Schedules: |it: SchedulesQuery| -> Schedule {
            availability: Availability::Listing,
            reuse: Reuse::Revalidated,
            lasts: |_, _| Lasts::No,
            member: "schedules",
            paging: (PagingKey::Schedule, it.order.unwrap_or(Order::Asc)),
            outgoing: Outgoing::get(&["schedules"], it.pairs()),
        }
        /// `GET /api/v1/tokens/{tokenId}/balances`.
        TokenBalances: |it: TokenBalancesQuery| -> TokenHolder {
            availability: Availability::Perhaps,
            reuse: Reuse::Revalidated,
            lasts: |_, _| Lasts::No,
            member: "balances",
            paging: (PagingKey::Account, it.order.unwrap_or(Order::Desc)),
            outgoing: Outgoing::get(&["tokens", &it.token.to_string(), "balances"], it.pairs()),
        }
    }
    operations {
        /// `GET /api/v1/contracts/{contractIdOrAddress}`. The code is immutable; expiry, keys and balance are not.
        Contract: |it: ContractQuery, _spelling| -> Arc<Contract> {
            api: MirrorNode, availability: Always, reuse: Reuse::Offline, repeats: Always, priority: None,
            lasts: |_, _| Lasts::UntilReplaced,
            weight: |_| 0,
            outgoing: Outgoing::get(&["contracts", &it.contract.to_string()], it.pairs()),
        }
        /// `POST /api/v1/contracts/call`: a read-only simulation.
        ContractCall: |it: ContractCallQuery, _spelling| -> Arc<CallOutcome> {
            api: MirrorNode, availability: Perhaps, reuse: Reuse::Never, repeats: Always, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: Outgoing::get(&["contracts", "call"], Vec::new())
                .post(Content::Question(it.body()))
                .or_status(400),
        }
        /// `GET /api/v1/contracts/{contractIdOrAddress}/results/{timestamp}`. Consensus gives a time to one transaction only.
        Result: |it: ResultQuery, spelling| -> FoundResult {
            api: MirrorNode, availability: Always, reuse: Reuse::AtOnce, repeats: Always, priority: None,
            lasts: |found, now| if is_settled(found, now) { Lasts::Forever } else { Lasts::No },
            weight: |_| 0,
            outgoing: {
                let path = ["contracts", &it.contract.to_string(), "results", &it.timestamp.to_string()];
                Outgoing::get(&path, in_weibar(it.weibar, spelling).collect())
            },
        }
        /// `GET /api/v1/contracts/results/{transactionIdOrHash}`. A failed transaction can be sent again with the same id or
        /// hash.
        Execution: |it: ExecutionQuery, spelling| -> FoundResult {
            api: MirrorNode, availability: Perhaps, reuse: Reuse::AtOnce, repeats: Always, priority: None,
            lasts: |found, now| match found.result.success() {
                _ if !is_settled(found, now) => Lasts::No,
                Success::Yes => Lasts::Forever,
                _ => Lasts::UntilReplaced,
            },
            weight: |_| 0,
            outgoing: {
                let pairs = it.pairs().into_iter().chain(in_weibar(it.weibar, spelling));
                Outgoing::get(&["contracts", "results", &it.of.to_string()], pairs.collect())
            },
        }
        /// `GET /api/v1/contracts/results/{transactionIdOrHash}/opcodes`, which most servers have switched off.
        Opcodes: |it: OpcodesQuery, _spelling| -> Arc<OpcodeTrace> {
            api: MirrorNode, availability: Listing, reuse: Reuse::Revalidated, repeats: Always, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: {
                let flags = ["stack", "memory", "storage"].map(|name| (name, "false".to_owned()));
                within(&it.0, "opcodes", flags.into())
            },
        }
        /// `GET /api/v1/contracts/results/{transactionIdOrHash}/prestate`, which few servers have.
        Prestate: |it: PrestateQuery, _spelling| -> Arc<Prestate> {
            api: MirrorNode, availability: Listing, reuse: Reuse::Revalidated, repeats: Never, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: {
                let flags = ["code", "storage"].map(|name| (name, "true".to_owned()));
                within(&it.0, "prestate", flags.into())
            },
        }
        /// `GET /api/v1/transactions/{transactionId}`. A family gains children, a scheduled execution, and later tries.
        Transaction: |it: TransactionQuery, _spelling| -> Arc<TransactionFamily> {
            api: MirrorNode, availability: Always, reuse: Reuse::Offline, repeats: Always, priority: None,
            lasts: |_, _| Lasts::UntilReplaced,
            weight: |family| row_bytes(&family.members),
            outgoing: Outgoing::get(&["transactions", &it.id.to_string()], it.pairs()),
            asked: TransactionQuery { at: None, ..it.clone() },
        }
        /// `GET /api/v1/transactions?timestamp={timestamp}`.
        TransactionAt: |it: TransactionAt, _spelling| -> Arc<TransactionFamily> {
            api: MirrorNode, availability: Listing, reuse: Reuse::Offline, repeats: Always, priority: None,
            lasts: |_, _| Lasts::UntilReplaced,
            weight: |family| row_bytes(&family.members),
            outgoing: Outgoing::get(&["transactions"], vec![("timestamp", it.0.to_string())]),
        }
        /// `GET /api/v1/transactions/{hash}`.
        TransactionOf: |it: TransactionOf, _spelling| -> Arc<TransactionFamily> {
            api: MirrorNode, availability: Perhaps, reuse: Reuse::Offline, repeats: Always, priority: None,
            lasts: |_, _| Lasts::UntilReplaced,
            weight: |family| row_bytes(&family.members),
            outgoing: Outgoing::get(&["transactions", &it.0.to_hex()], Vec::new()),
        }
        /// `GET /api/v1/schedules/{id}`. An executed schedule can be neither signed nor deleted; a test network that is reset
        /// counts ids from the beginning again.
        Schedule: |it: ScheduleQuery, _spelling| -> Arc<Schedule> {
            api: MirrorNode, availability: Always, reuse: Reuse::Offline, repeats: Always, priority: None,
            lasts: |schedule, now| match schedule.executed_timestamp.value() {
                Some(at) if now.is_past(at, SETTLING_MILLIS) => Lasts::UntilReplaced,
                _ => Lasts::No,
            },
            weight: |_| 0,
            outgoing: Outgoing::get(&["schedules", &it.0.to_string()], Vec::new()),
        }
        /// `GET /api/v1/accounts/{idOrAliasOrEvmAddress}?transactions=false`.
        Account: |it: AccountQuery, _spelling| -> Arc<Account> {
            api: MirrorNode, availability: Perhaps, reuse: Reuse::Revalidated, repeats: Always, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: Outgoing::get(&["accounts", &it.account.to_string()], it.pairs()),
        }
        /// `GET /api/v1/tokens/{tokenId}`.
        Token: |it: TokenQuery, _spelling| -> Arc<Token> {
            api: MirrorNode, availability: Perhaps, reuse: Reuse::Revalidated, repeats: UnlessAbsent, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: Outgoing::get(&["tokens", &it.0.to_string()], Vec::new()),
        }
        /// `GET /api/v1/blocks/{hashOrNumber}`. The hash is computed from the block; a test network that is reset counts heights
        /// from the beginning again.
        Block: |it: BlockQuery, _spelling| -> Arc<Block> {
            api: MirrorNode, availability: Perhaps,
            reuse: match it { BlockQuery::Hash(_) => Reuse::AtOnce, BlockQuery::Number(_) => Reuse::Offline },
            repeats: Always, priority: None,
            lasts: |block, now| match block.timestamp.known().and_then(|validity| validity.to.value()) {
                Some(at) if now.is_past(at, SETTLING_MILLIS) => Lasts::Forever,
                _ => Lasts::No,
            },
            weight: |_| 0,
            outgoing: Outgoing::get(&["blocks", &it.to_string()], Vec::new()),
        }
        /// `GET /api/v1/network/exchangerate`: the value of a coin. It holds until its hour ends; one of the past forever.
        ExchangeRates: |it: ExchangeRatesQuery, _spelling| -> Arc<ExchangeRates> {
            api: MirrorNode, availability: Perhaps, reuse: Reuse::Revalidated, repeats: UntilAnswered, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: Outgoing::get(&["network", "exchangerate"], it.pairs()),
            freshness: |by_server: Duration, now| {
                let left = u64::try_from(it.until().since(now)).map_or(Duration::MAX, Duration::from_nanos);
                by_server.max(if left.is_zero() { Duration::MAX } else { left })
            },
        }
        /// `GET /api/v1/network/fees`: the price of gas, as of a time.
        NetworkFees: |it: NetworkFeesQuery, _spelling| -> Arc<NetworkFees> {
            api: MirrorNode, availability: Perhaps, reuse: Reuse::Revalidated, repeats: UntilAnswered, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: Outgoing::get(&["network", "fees"], it.pairs()),
        }
        /// `POST /v2/verify/…/{chainId}/{address}`, never repeated: the job itself schedules retries.
        Submit: |it: Submit, spelling| -> Submitted {
            api: Verifier, availability: Always, reuse: Reuse::Never, repeats: Never, priority: Some(Priority::Urgent),
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: {
                let path = it.submission.path(spelling.import);
                let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
                Outgoing::get(&segments, Vec::new()).post(Content::Submission(&it.submission))
            },
        }
        /// `GET /v2/verify/{verificationId}`. The job's record holds the tag.
        Job: |it: JobPoll, _spelling| -> Polled {
            api: Verifier, availability: Always, reuse: Reuse::Never, repeats: Always, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: Outgoing {
                etag: it.etag.as_deref(),
                ..Outgoing::get(&["v2", "verify", &it.id.to_string()], Vec::new()).at(&it.server)
            },
        }
        /// `GET /v2/contract/{chainId}/{address}` of the job's verifier. The job waits for a change.
        JobContract: |it: ContractLookup, _spelling| -> Arc<Verified> {
            api: Verifier, availability: Always, reuse: Reuse::Revalidated, repeats: Always, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: lookup(&it.chain, it.address, it.extent).at(&it.server),
            freshness: |_, _| Duration::ZERO,
        }
        /// `GET /v2/contract/{chainId}/{address}`. A verifier stores an exact match for good, which replaces a partial one.
        Verified: |it: VerifiedQuery, _spelling| -> Arc<Verified> {
            api: Verifier, availability: Always, reuse: Reuse::AtOnce, repeats: Always, priority: None,
            lasts: |verified, _| if verified.grade() == Grade::Exact { Lasts::Forever } else { Lasts::No },
            weight: |_| 0,
            outgoing: lookup(&it.chain, it.address, it.extent),
        }
        /// `GET /v2/contract/all-chains/{address}`.
        AllChains: |it: AllChainsQuery, _spelling| -> Arc<AllChains> {
            api: Verifier, availability: Perhaps, reuse: Reuse::Revalidated, repeats: Always, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: Outgoing::get(&["v2", "contract", "all-chains", &it.0.to_string()], Vec::new())
                .or_status(404),
        }
        /// `GET /chains`.
        Chains: |_it: ChainsQuery, _spelling| -> Arc<Chains> {
            api: Verifier, availability: Always, reuse: Reuse::Revalidated, repeats: Always, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: Outgoing::get(&["chains"], Vec::new()),
        }
        /// `GET /signature-database/v1/lookup` of the signature server that the user set.
        Signatures: |it: Lookup, _spelling| -> Arc<Signatures> {
            api: Signatures, availability: Always, reuse: Reuse::Revalidated, repeats: Always, priority: None,
            lasts: |_, _| Lasts::No,
            weight: |_| 0,
            outgoing: Outgoing::get(&["signature-database", "v1", "lookup"], it.pairs()).at(&it.server),
        }
    }
}

/// Time until a result is complete, milliseconds: servers import records in pieces.
const SETTLING_MILLIS: u64 = 60_000;

fn is_settled(found: &FoundResult, now: Timestamp) -> bool {
    let at = found.result.timestamp.value();
    !found.partial && at.is_some_and(|at| now.is_past(at, SETTLING_MILLIS))
}

fn in_weibar<'a>(
    is_wanted: bool,
    spelling: &Spelling<'a>,
) -> impl Iterator<Item = (&'a str, String)> + use<'a> {
    is_wanted.then(|| (spelling.unit, "false".to_owned())).into_iter()
}

/// A request below a result's path, such as its actions or opcodes.
fn within<'a>(of: &ExecutionRef, name: &str, pairs: Vec<(&'a str, String)>) -> Outgoing<'a> {
    Outgoing::get(&["contracts", "results", &of.to_string(), name], pairs)
}
