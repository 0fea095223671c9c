//! The types generated from the table of operations: any operation and any answer, and typed access to them.

use std::time::Duration;

use ledger::Timestamp;

use crate::{Api, Availability, Lasts, Operation, Outgoing, Priority, Repeats, Reuse, Spelling};

/// Makes the table: each operation's properties, and the types of any operation and any answer.
macro_rules! operations {
    (
        $d:tt
        lists {
            $(
                $(#[$list_doc:meta])*
                $list:ident: |$list_it:ident: $query:ty| -> $row:ty {
                    availability: $list_availability:expr,
                    reuse: $list_reuse:expr,
                    lasts: $list_lasts:expr,
                    member: $member:literal,
                    paging: $paging:expr,
                    outgoing: $list_outgoing:expr,
                }
            )*
        }
        operations {
            $(
                $(#[$doc:meta])*
                $name:ident: |$it:ident: $operation:ty, $spelling:ident| -> $answer:ty {
                    api: $api:ident,
                    availability: $availability:ident,
                    reuse: $reuse:expr,
                    repeats: $repeats:ident,
                    priority: $priority:expr,
                    lasts: $lasts:expr,
                    weight: $weight:expr,
                    outgoing: $outgoing:expr,
                    $(freshness: $freshness:expr,)?
                    $(asked: $asked:expr,)?
                }
            )*
        }
    ) => {
        /// Any operation of a server.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
        #[strum(serialize_all = "kebab-case")]
        pub enum AnyOperation {
            $($(#[$list_doc])* $list(Box<$crate::PageOf<$query>>),)*
            $($(#[$doc])* $name($operation),)*
        }

        /// The answer to any operation.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Answer {
            $(
                #[doc = concat!("A page that answers [`AnyOperation::", stringify!($list), "`].")]
                $list(ledger::Page<$row>),
            )*
            $(
                #[doc = concat!("The answer to [`AnyOperation::", stringify!($name), "`].")]
                $name($answer),
            )*
        }

        $(
            impl $crate::ListQuery for $query {
                type Row = $row;

                const MEMBER: &'static str = $member;

                fn availability(&self) -> Availability {
                    let $list_it = self;
                    _ = $list_it;
                    $list_availability
                }

                fn reuse(&self) -> Reuse {
                    $list_reuse
                }

                fn lasts(page: &ledger::Page<$row>, now: Timestamp) -> Lasts {
                    let lasts: fn(&ledger::Page<$row>, Timestamp) -> Lasts = $list_lasts;
                    lasts(page, now)
                }

                fn paging(&self) -> (PagingKey, Order) {
                    let $list_it = self;
                    _ = $list_it;
                    $paging
                }

                fn outgoing(&self) -> Outgoing<'_> {
                    let $list_it = self;
                    $list_outgoing
                }

                fn any_page(page: $crate::PageOf<Self>) -> AnyOperation {
                    AnyOperation::$list(Box::new(page))
                }

                fn page_of(any: &AnyOperation) -> Option<&$crate::PageOf<Self>> {
                    if let AnyOperation::$list(page) = any { Some(page) } else { None }
                }

                fn wrap_page(page: ledger::Page<$row>) -> Answer {
                    Answer::$list(page)
                }

                fn pick_page(answer: &Answer) -> Option<&ledger::Page<$row>> {
                    if let Answer::$list(page) = answer { Some(page) } else { None }
                }
            }
        )*

        $(
            impl $crate::Operation for $operation {
                type Answer = $answer;

                const API: $crate::Api = $crate::Api::$api;

                fn availability(&self) -> Availability {
                    Availability::$availability
                }

                fn reuse(&self) -> Reuse {
                    let $it = self;
                    _ = $it;
                    $reuse
                }

                fn lasts(answer: &$answer, now: Timestamp) -> Lasts {
                    let lasts: fn(&$answer, Timestamp) -> Lasts = $lasts;
                    lasts(answer, now)
                }

                fn repeats(&self) -> Repeats {
                    Repeats::$repeats
                }

                fn priority(&self) -> Option<Priority> {
                    $priority
                }

                fn weight(answer: &$answer) -> usize {
                    let weight: fn(&$answer) -> usize = $weight;
                    weight(answer)
                }

                fn outgoing<'a>(&'a self, $spelling: &Spelling<'a>) -> Outgoing<'a> {
                    let $it = self;
                    _ = $it;
                    $outgoing
                }

                fn freshness(&self, by_server: Duration, now: Timestamp) -> Duration {
                    _ = now;
                    $(
                        let $it = self;
                        _ = $it;
                        let by_server = ($freshness)(by_server, now);
                    )?
                    by_server
                }

                fn any(&self) -> AnyOperation {
                    let $it = self;
                    let asked = Self::clone($it);
                    $(
                        _ = asked;
                        let asked = $asked;
                    )?
                    AnyOperation::$name(asked)
                }

                fn of(any: &AnyOperation) -> Option<&Self> {
                    if let AnyOperation::$name(operation) = any { Some(operation) } else { None }
                }

                fn wrap(answer: $answer) -> Answer {
                    Answer::$name(answer)
                }

                fn pick(answer: &Answer) -> Option<&$answer> {
                    if let Answer::$name(answer) = answer { Some(answer) } else { None }
                }
            }
        )*

        impl Answer {
            /// The approximate memory use in addition to the body, bytes.
            pub(super) fn weight(&self) -> usize {
                use $crate::Operation;
                match self {
                    $(Self::$list(page) => <$crate::PageOf<$query> as Operation>::weight(page),)*
                    $(Self::$name(answer) => <$operation as Operation>::weight(answer),)*
                }
            }
        }

        /// Evaluates an expression with the operation that any one is.
        #[macro_export]
        macro_rules! with_operation {
            ($d any:expr, $d operation:ident => $d body:expr) => {
                match $d any {
                    $($crate::AnyOperation::$list(page) => {
                        let $d operation = &**page;
                        $d body
                    })*
                    $($crate::AnyOperation::$name($d operation) => $d body,)*
                }
            };
        }
        pub(crate) use with_operation;
    };
}

mod table;

pub use table::{Answer, AnyOperation};

use table::with_operation;

/// The most copies of a body in memory, in addition to rows: as received, as the texts and bytes in it, and packed.
const COPIES_OF_BODY: usize = 3;

impl Answer {
    /// The approximate memory use, bytes, given the body's length.
    pub fn bytes(&self, body_bytes: usize) -> usize {
        self.weight() + body_bytes * COPIES_OF_BODY
    }
}

impl AnyOperation {
    /// The operation's name in logs.
    pub fn name(&self) -> &'static str {
        self.into()
    }

    /// Whether amounts are asked for in weibar.
    pub fn is_in_weibar(&self) -> bool {
        match self {
            Self::Result(query) => query.weibar,
            Self::Execution(query) => query.weibar,
            _ => false,
        }
    }

    /// The request, without the server's base address.
    pub fn outgoing<'a>(&'a self, spelling: &Spelling<'a>) -> Outgoing<'a> {
        with_operation!(self, operation => Operation::outgoing(operation, spelling))
    }

    /// The API that offers the operation.
    pub fn api(&self) -> Api {
        fn api<O: Operation>(_operation: &O) -> Api {
            O::API
        }
        with_operation!(self, operation => api(operation))
    }

    /// Whether a 404 means a missing operation or a missing record.
    pub fn availability(&self) -> Availability {
        with_operation!(self, operation => Operation::availability(operation))
    }

    /// When the cache answers instead of the server.
    pub fn reuse(&self) -> Reuse {
        with_operation!(self, operation => Operation::reuse(operation))
    }

    /// Whether the question is asked again after a failure and by a refresh.
    pub fn repeats(&self) -> Repeats {
        with_operation!(self, operation => Operation::repeats(operation))
    }

    /// The priority; `None` for the caller's.
    pub fn priority(&self) -> Option<Priority> {
        with_operation!(self, operation => Operation::priority(operation))
    }

    /// How long an answer is fresh, given what the server says.
    pub fn freshness(&self, by_server: Duration, now: Timestamp) -> Duration {
        with_operation!(self, operation => Operation::freshness(operation, by_server, now))
    }

    /// How long an answer remains valid.
    pub fn lasts(&self, answer: &Answer, now: Timestamp) -> Lasts {
        fn lasts<O: Operation>(_operation: &O, answer: &Answer, now: Timestamp) -> Lasts {
            <O as Operation>::pick(answer).map_or(Lasts::No, |answer| O::lasts(answer, now))
        }
        with_operation!(self, operation => lasts(operation, answer, now))
    }

    /// The server that the question names, if any; empty for the embedded network's.
    pub fn server_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Job(poll) => Some(&mut poll.server),
            Self::JobContract(lookup) => Some(&mut lookup.server),
            Self::Signatures(lookup) => Some(&mut lookup.server),
            _ => None,
        }
    }
}
