// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Tells many proxies what they run.
contract Beacon {
    address public implementation;
    address public owner;

    event Upgraded(address indexed implementation);

    error NotOwner(address caller);

    constructor(address first) {
        implementation = first;
        owner = msg.sender;
        emit Upgraded(first);
    }

    function upgradeTo(address next) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        implementation = next;
        emit Upgraded(next);
    }
}
