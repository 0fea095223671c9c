// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Lets a call through only after it has stood announced for a while.
contract Timelock {
    enum State { Unknown, Waiting, Ready, Done, Cancelled }

    struct Operation {
        uint64 readyAt;
        bool done;
        bool cancelled;
        address proposer;
    }

    uint256 public constant GRACE = 14 days;

    uint64 public minDelay;
    mapping(address who => bool) public proposers;
    mapping(bytes32 id => Operation) public operations;

    event Scheduled(bytes32 indexed id, address indexed target, uint256 value, bytes data, uint64 readyAt);
    event Executed(bytes32 indexed id, address indexed target, uint256 value, bytes data);
    event Cancelled(bytes32 indexed id);
    event MinDelayChanged(uint64 before, uint64 now_);

    error NotProposer(address caller);
    error DelayTooShort(uint64 delay, uint64 minDelay);
    error NotInState(bytes32 id, State wanted, State found);
    error CallFailed(bytes reason);
    error OnlyItself();

    constructor(uint64 delay, address[] memory first) {
        minDelay = delay;
        for (uint256 i; i < first.length; ++i) proposers[first[i]] = true;
    }

    receive() external payable {}

    function idOf(address target, uint256 value, bytes calldata data, bytes32 salt) public pure returns (bytes32) {
        return keccak256(abi.encode(target, value, data, salt));
    }

    function stateOf(bytes32 id) public view returns (State) {
        Operation storage operation = operations[id];
        if (operation.cancelled) return State.Cancelled;
        if (operation.done) return State.Done;
        if (operation.readyAt == 0 || block.timestamp > operation.readyAt + GRACE) return State.Unknown;
        return block.timestamp >= operation.readyAt ? State.Ready : State.Waiting;
    }

    function schedule(address target, uint256 value, bytes calldata data, bytes32 salt, uint64 delay) external returns (bytes32 id) {
        if (!proposers[msg.sender]) revert NotProposer(msg.sender);
        if (delay < minDelay) revert DelayTooShort(delay, minDelay);
        id = idOf(target, value, data, salt);
        need(id, State.Unknown);
        operations[id] = Operation(uint64(block.timestamp) + delay, false, false, msg.sender);
        emit Scheduled(id, target, value, data, operations[id].readyAt);
    }

    function execute(address target, uint256 value, bytes calldata data, bytes32 salt) external payable {
        bytes32 id = idOf(target, value, data, salt);
        need(id, State.Ready);
        operations[id].done = true;
        (bool ok, bytes memory answer) = target.call{value: value}(data);
        if (!ok) revert CallFailed(answer);
        emit Executed(id, target, value, data);
    }

    function cancel(bytes32 id) external {
        if (!proposers[msg.sender]) revert NotProposer(msg.sender);
        need(id, State.Waiting);
        operations[id].cancelled = true;
        emit Cancelled(id);
    }

    function setMinDelay(uint64 delay) external {
        if (msg.sender != address(this)) revert OnlyItself();
        emit MinDelayChanged(minDelay, delay);
        minDelay = delay;
    }

    function need(bytes32 id, State wanted) private view {
        State found = stateOf(id);
        if (found != wanted) revert NotInState(id, wanted, found);
    }
}
