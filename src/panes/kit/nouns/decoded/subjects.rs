//! Entities to look up for a decoding: the tokens of its amounts, and the accounts of its addresses.

use decode::reading::{Argument, Candidate, Inner, Reading, Value};
use decode::{Subject, TokenAmount, is_caller};
use ledger::{ContractRef, EvmAddress};

use crate::panes::Context;

/// How many tokens and how many accounts are asked for: each costs a question.
const MAX_SUBJECTS: usize = 8;
/// How deep calls within calls are searched.
const MAX_DEPTH: usize = 4;

/// The subjects, each once.
#[derive(Debug, Default)]
pub struct Subjects {
    tokens: Vec<Subject>,
    accounts: Vec<Subject>,
}

impl Subjects {
    /// Takes an address: an alias is some account's, which has an id.
    pub fn party(&mut self, address: Option<EvmAddress>) {
        let alias = address.filter(|address| address.entity_num().is_none() && address.bytes() != &[0; 20]);
        if let Some(alias) = alias {
            add(&mut self.accounts, Subject::Account(ContractRef::Address(alias)));
        }
    }

    /// Takes what was called, returned or emitted by `own`.
    pub fn update(&mut self, own: Option<ContractRef>, candidate: Option<&Candidate>, ctx: &Context<'_>) {
        self.candidate(own, candidate, MAX_DEPTH, ctx);
    }

    /// All of them, tokens first.
    pub fn all(mut self) -> Vec<Subject> {
        self.tokens.append(&mut self.accounts);
        self.tokens
    }

    fn candidate(
        &mut self,
        own: Option<ContractRef>,
        candidate: Option<&Candidate>,
        deep: usize,
        ctx: &Context<'_>,
    ) {
        let (Some(candidate), Some(deep)) = (candidate, deep.checked_sub(1)) else { return };
        // What has a code of its own is a contract, and no token.
        let has_code = |contract| ctx.known.codes(contract).next().is_some();
        let amount = TokenAmount::find(own, candidate, ctx.network.home)
            .filter(|amount| !has_code(ContractRef::Id(amount.token)));
        if let Some(amount) = amount {
            add(&mut self.tokens, Subject::Token(amount.token));
        }
        self.arguments(own.filter(|_| is_caller(candidate)), &candidate.arguments, deep, ctx);
    }

    fn arguments(
        &mut self,
        own: Option<ContractRef>,
        arguments: &[Argument],
        deep: usize,
        ctx: &Context<'_>,
    ) {
        let first = arguments.iter().find_map(|argument| argument.value.address());
        let own = own.and(first.map(ContractRef::Address)).or(own);
        for argument in arguments {
            self.value(own, &argument.value, deep, ctx);
        }
    }

    fn value(&mut self, own: Option<ContractRef>, value: &Value, deep: usize, ctx: &Context<'_>) {
        match value {
            Value::Address(address) => self.party(Some(*address)),
            Value::Bytes(_, Some(inner)) => {
                let own = match &**inner {
                    Inner::Call(_) => own,
                    Inner::Returned { of, .. } | Inner::Failed { of, .. } => *of,
                };
                self.candidate(own, inner.reading().and_then(Reading::best), deep, ctx);
            }
            Value::Tuple(members) => self.arguments(own, members, deep, ctx),
            Value::List(values) => values.iter().for_each(|value| self.value(own, value, deep, ctx)),
            _ => {}
        }
    }
}

fn add(subjects: &mut Vec<Subject>, subject: Subject) {
    if subjects.len() < MAX_SUBJECTS && !subjects.contains(&subject) {
        subjects.push(subject);
    }
}
