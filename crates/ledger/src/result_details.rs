//! The fields of a contract result that most servers send in the single result alone.

use super::{ContractResult, Field, HexBytes};

/// Maximum number of bytes of a failed creation's init code that stay with a row.
const MAX_INITCODE_BYTES: usize = 1_024;

impl ContractResult {
    /// Whether the row leaves out a field that the single result has.
    pub fn lacks_details(&self) -> bool {
        self.block_number.is_absent()
            || self.transaction_index.is_absent()
            || self.r#type.is_absent()
            || self.nonce.is_absent()
            || self.gas_price.is_absent()
            || self.status.is_absent()
            || self.result.is_absent()
    }

    /// The time and the fields that lists leave out, without what only the page of the result shows: logs and changes of
    /// state.
    #[must_use]
    pub fn details(&self) -> Self {
        let is_short = |code: &HexBytes| code.len() <= MAX_INITCODE_BYTES;
        let failed_initcode = match &self.failed_initcode {
            Field::Known(code) if !is_short(code) => Field::Absent,
            code => code.clone(),
        };
        Self {
            access_list: self.access_list.clone(),
            block_gas_used: self.block_gas_used.clone(),
            block_hash: self.block_hash.clone(),
            block_number: self.block_number.clone(),
            chain_id: self.chain_id.clone(),
            failed_initcode,
            gas_consumed: self.gas_consumed.clone(),
            gas_price: self.gas_price.clone(),
            max_fee_per_gas: self.max_fee_per_gas.clone(),
            max_priority_fee_per_gas: self.max_priority_fee_per_gas.clone(),
            nonce: self.nonce.clone(),
            r: self.r.clone(),
            result: self.result.clone(),
            s: self.s.clone(),
            status: self.status.clone(),
            timestamp: self.timestamp.clone(),
            transaction_index: self.transaction_index.clone(),
            r#type: self.r#type.clone(),
            v: self.v.clone(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    #[test]
    fn a_row_of_a_list_lacks_what_the_single_result_has() {
        let whole = ContractResult {
            block_number: 7.into(),
            transaction_index: Field::Null,
            r#type: 2.into(),
            nonce: Field::Null,
            gas_price: Field::Null,
            status: Text::from("0x1").into(),
            result: Text::from("SUCCESS").into(),
            function_parameters: HexBytes::from(vec![1; 9]).into(),
            failed_initcode: HexBytes::from(vec![1; 9_000]).into(),
            ..ContractResult::default()
        };
        assert!(!whole.lacks_details(), "null says that there is none");
        assert!(ContractResult { nonce: Field::Absent, ..whole.clone() }.lacks_details());
        let details = whole.details();
        assert_eq!((details.block_number.value(), details.r#type.value()), (Some(7), Some(2)));
        assert!(details.function_parameters.is_absent() && details.failed_initcode.is_absent());
    }
}
