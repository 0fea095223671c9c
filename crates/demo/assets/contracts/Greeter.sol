// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Keeps one greeting that its owner may change.
contract Greeter {
    event GreetingChanged(address indexed by, string greeting);

    error NotOwner(address caller);

    address public owner;
    string private greeting;

    constructor(string memory first) {
        owner = msg.sender;
        greeting = first;
    }

    /// Says the greeting.
    function greet() external view returns (string memory) {
        return greeting;
    }

    /// Changes the greeting; only the owner may.
    function setGreeting(string calldata next) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        greeting = next;
        emit GreetingChanged(msg.sender, next);
    }
}
