// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

import "./Counter.sol";

/// Creates counters, with and without a salt, and remembers them.
contract Factory {
    Counter[] public counters;
    mapping(address creator => uint256) public createdBy;

    event Created(address indexed creator, Counter counter, bytes32 salt);

    error AlreadyThere(address counter);

    function create() external returns (Counter counter) {
        counter = new Counter();
        remember(counter, 0);
    }

    function createAt(bytes32 salt) external returns (Counter counter) {
        address there = addressOf(salt);
        if (there.code.length != 0) revert AlreadyThere(there);
        counter = new Counter{salt: salt}();
        counter.increment();
        remember(counter, salt);
    }

    function addressOf(bytes32 salt) public view returns (address) {
        bytes32 code = keccak256(type(Counter).creationCode);
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
    }

    function length() external view returns (uint256) {
        return counters.length;
    }

    function remember(Counter counter, bytes32 salt) private {
        counters.push(counter);
        ++createdBy[msg.sender];
        emit Created(msg.sender, counter, salt);
    }
}
