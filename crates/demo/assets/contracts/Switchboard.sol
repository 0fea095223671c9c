// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Passes calls on in the ways that wallets, timelocks and batches do.
contract Switchboard {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    mapping(bytes32 => uint256) public ready;
    uint256 public nonce;

    event CallScheduled(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data, bytes32 predecessor, uint256 delay);
    event CallExecuted(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data);
    event ExecutionSuccess(bytes32 txHash, uint256 payment);
    event Burnt(uint256 amount);

    error NotReady(bytes32 id, uint256 at);

    /// Calls itself, many times.
    function multicall(bytes[] calldata data) external returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i = 0; i < data.length; i++) {
            (bool ok, bytes memory out) = address(this).delegatecall(data[i]);
            if (!ok) bubble(out);
            results[i] = out;
        }
    }

    /// Calls others, some of which may fail.
    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
            if (!results[i].success && !calls[i].allowFailure) bubble(results[i].returnData);
        }
    }

    /// As wallets of several owners do.
    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes calldata signatures
    ) external payable returns (bool success) {
        bytes32 id = keccak256(abi.encode(to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, signatures, nonce++));
        bytes memory out;
        (success, out) = operation == 1 ? to.delegatecall(data) : to.call{value: value}(data);
        if (!success) bubble(out);
        emit ExecutionSuccess(id, 0);
    }

    /// Announces a call.
    function schedule(address target, uint256 value, bytes calldata data, bytes32 predecessor, bytes32 salt, uint256 delay) external {
        bytes32 id = keccak256(abi.encode(target, value, data, predecessor, salt));
        ready[id] = block.timestamp + delay;
        emit CallScheduled(id, 0, target, value, data, predecessor, delay);
    }

    /// Makes a call that was announced.
    function execute(address target, uint256 value, bytes calldata payload, bytes32 predecessor, bytes32 salt) external payable {
        bytes32 id = keccak256(abi.encode(target, value, payload, predecessor, salt));
        if (ready[id] == 0 || ready[id] > block.timestamp) revert NotReady(id, ready[id]);
        ready[id] = 1;
        (bool ok, bytes memory out) = target.call{value: value}(payload);
        if (!ok) bubble(out);
        emit CallExecuted(id, 0, target, value, payload);
    }

    /// Burns nothing; its selector is that of another function too.
    function burn(uint256 amount) external {
        emit Burnt(amount);
    }

    function bubble(bytes memory out) private pure {
        assembly {
            revert(add(out, 32), mload(out))
        }
    }
}
