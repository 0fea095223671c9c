// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Counts in fixed steps.
contract Counter {
    uint256 public constant STEP = 1;

    uint256 public count;

    event Counted(address indexed by, uint256 count);

    error WouldGoBelowZero();

    function increment() external returns (uint256) {
        count += STEP;
        emit Counted(msg.sender, count);
        return count;
    }

    function decrement() external returns (uint256) {
        if (count < STEP) revert WouldGoBelowZero();
        count -= STEP;
        emit Counted(msg.sender, count);
        return count;
    }
}
