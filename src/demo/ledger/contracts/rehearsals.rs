//! Contracts on which to rehearse a verification. Each memo says what the verification server makes of it.

use super::{Code, Contract, USUAL};

/// All of them, in the order of their numbers.
pub(super) static ALL: [Contract; 35] = [
    ends(5101, "job ends: etherscan_missing_vyper_settings"),
    ends(5102, "job ends: missing_or_invalid_source"),
    ends(5103, "job ends: invalid_compilation_target"),
    ends(5104, "job ends: extra_file_input_bug"),
    ends(5105, "job ends: no_compiler_output"),
    ends(5106, "job ends: metadata_not_set"),
    ends(5107, "job ends: creation_bytecode_cbor_auxdata_not_set"),
    ends(5108, "job ends: runtime_bytecode_cbor_auxdata_not_set"),
    ends(5109, "job ends: invalid_compiler_version"),
    ends(5110, "job ends: unsupported_compiler_version"),
    ends(5111, "job ends: cannot_generate_cbor_auxdata_positions"),
    ends(5112, "job ends: onchain_runtime_bytecode_not_available"),
    ends(5113, "job ends: onchain_creation_bytecode_not_available"),
    ends(5114, "job ends: onchain_bytecode_is_zero"),
    ends(5115, "job ends: creation_bytecode_match_error"),
    ends(5116, "job ends: unsupported_language"),
    ends(5117, "job ends: contract_not_found_in_compiler_output"),
    ends(5118, "job ends: compiled_bytecode_is_zero"),
    ends(5119, "job ends: missing_source"),
    ends(5120, "job ends: invalid_language"),
    ends(5121, "job ends: cannot_fetch_bytecode"),
    ends(5122, "job ends: contract_not_deployed"),
    ends(5123, "job ends: a code that nobody knows yet"),
    ends(5131, "refused: 404 route_not_found"),
    ends(5132, "refused: 500 internal_error"),
    ends(5133, "refused: 429 with a page"),
    ends(5134, "refused: 429 too_many_requests"),
    ends(5135, "refused: 403 with a page"),
    ends(5136, "refused: 502 with a page"),
    ends(5137, "refused: 413 with a page"),
    ends(5138, "refused: 422 with a code that nobody knows yet"),
    ends(5139, "import refused: 400 malformed_etherscan_response"),
    ends(5141, "refused for 35 s: 429 duplicate_verification_request"),
    ends(5142, "refused for 35 s: 429, then verified by someone else"),
    Contract { code: Code::Built("CounterForged"), ..ends(5151, "counter, built with Foundry") },
];

const fn ends(num: u64, memo: &'static str) -> Contract {
    Contract { num, memo, alias: false, code: Code::Built("Counter"), most: 0, ..USUAL }
}
