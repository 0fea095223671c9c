// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Grinds: its methods take very different amounts of gas.
contract Mill {
    uint256 public ground;
    mapping(uint256 => bytes32) public sacks;

    event Ground(uint256 indexed rounds, bytes32 flour);

    error TooMuch(uint256 rounds);

    /// As much work as is asked for.
    function grind(uint256 rounds) external returns (bytes32 flour) {
        if (rounds > 100_000) revert TooMuch(rounds);
        for (uint256 round = 0; round < rounds; round++) {
            flour = keccak256(abi.encode(flour, round));
        }
        ground += rounds;
        emit Ground(rounds, flour);
    }

    /// Always the same little work.
    function store(uint256 sack, bytes32 flour) external {
        sacks[sack] = flour;
    }

    /// Hardly any.
    function rest() external {
        ground += 1;
    }

    /// Empties many sacks.
    function sweep(uint256 first, uint256 count) external {
        for (uint256 sack = first; sack < first + count; sack++) {
            delete sacks[sack];
        }
    }
}
