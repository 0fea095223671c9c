//! The fields of a contract's record, as versions and contracts are compared by them.

use ledger::Contract;

use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::Value;

/// A field: its label, whether two records have the same in it, and how it is shown.
pub struct Fact {
    pub label: &'static str,
    pub same: fn(&Contract, &Contract) -> bool,
    pub show: fn(&Contract, &Context<'_>) -> Value,
}

/// Lists fields by their names on the server's record.
macro_rules! facts {
    ($($label:literal: $field:ident, $show:expr;)+) => {
        [$(Fact {
            label: $label,
            same: |old, new| old.$field == new.$field,
            show: |contract, ctx| {
                let show: fn(&Contract, &Context<'_>) -> Value = $show;
                show(contract, ctx)
            },
        },)+]
    };
}

/// Every field that can change, in the order of the contract pane. `timestamp` changes with every version.
pub const FACTS: [Fact; 17] = facts! {
    "contract id": contract_id, |it, ctx| values::field(ctx, &it.contract_id, values::id);
    "EVM address": evm_address, |it, ctx| values::field(ctx, &it.evm_address, values::address);
    "memo": memo, |it, ctx| values::field(ctx, &it.memo, values::memo);
    "created": created_timestamp, |it, ctx| values::field(ctx, &it.created_timestamp, |at| values::time(ctx, at));
    "expires": expiration_timestamp, |it, ctx| {
        values::field(ctx, &it.expiration_timestamp, |at| values::time(ctx, at))
    };
    "auto-renew period": auto_renew_period, |it, ctx| values::field(ctx, &it.auto_renew_period, values::seconds);
    "auto-renew account": auto_renew_account, |it, ctx| values::field(ctx, &it.auto_renew_account, values::account);
    "deleted": deleted, |it, ctx| values::field(ctx, &it.deleted, values::flag);
    "permanent removal": permanent_removal, |it, ctx| values::field(ctx, &it.permanent_removal, values::flag);
    "obtainer": obtainer_id, |it, ctx| values::field(ctx, &it.obtainer_id, values::account);
    "admin key": admin_key, |it, ctx| values::admin_key(ctx, it);
    "proxy account": proxy_account_id, |it, ctx| values::field(ctx, &it.proxy_account_id, values::account);
    "nonce": nonce, |it, ctx| values::field(ctx, &it.nonce, values::ordinal);
    "automatic associations": max_automatic_token_associations, |it, ctx| {
        values::field(ctx, &it.max_automatic_token_associations, values::associations)
    };
    "runtime bytecode": runtime_bytecode, |it, ctx| values::field(ctx, &it.runtime_bytecode, values::code_size);
    "creation bytecode": bytecode, |it, ctx| values::field(ctx, &it.bytecode, values::code_size);
    "file": file_id, |it, ctx| values::field(ctx, &it.file_id, values::id);
};
