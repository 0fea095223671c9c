// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Beats by day and night; now and then a ship is sighted, and very rarely an alarm is raised.
contract Lighthouse {
    uint256 public beats;
    mapping(uint256 => string) public ships;

    event Heartbeat(uint256 indexed beat);
    event Sighted(address indexed by, uint256 indexed berth, string ship);
    event Alarm(bytes32 indexed code, address indexed keeper, string words);

    error NightOnly(uint256 hour);

    /// One more turn of the lamp.
    function beat() external {
        emit Heartbeat(++beats);
    }

    /// One more turn, without a word.
    function dim() external {
        beats += 1;
    }

    /// A ship comes in.
    function sight(uint256 berth, string calldata ship) external {
        ships[berth] = ship;
        emit Heartbeat(++beats);
        emit Sighted(msg.sender, berth, ship);
    }

    /// Something is wrong.
    function raise(bytes32 code, string calldata words) external {
        if (code == 0) revert NightOnly(block.timestamp / 3600 % 24);
        emit Heartbeat(++beats);
        emit Alarm(code, msg.sender, words);
    }
}
