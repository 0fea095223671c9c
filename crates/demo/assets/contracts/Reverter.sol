// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Fails in each way that a contract can fail.
contract Reverter {
    struct Limit {
        uint256 wanted;
        uint256 allowed;
    }

    uint256 public calls;
    uint256[] private none;

    error Plain();
    error Named(address who, uint256 amount, string why);
    error Nested(Limit limit, bytes32[] path);

    function withText(string calldata why) external pure {
        revert(why);
    }

    function withoutText() external pure {
        require(false);
    }

    function plain() external pure {
        revert Plain();
    }

    function named(uint256 amount) external view {
        revert Named(msg.sender, amount, "more than there is");
    }

    function nested() external pure {
        bytes32[] memory path = new bytes32[](2);
        (path[0], path[1]) = (bytes32(uint256(1)), bytes32(uint256(2)));
        revert Nested(Limit(9, 8), path);
    }

    function rawBytes(bytes calldata data) external pure {
        bytes memory copy = data;
        assembly {
            revert(add(copy, 32), mload(copy))
        }
    }

    function assertion() external pure {
        assert(false);
    }

    function overflow(uint8 a) external pure returns (uint8) {
        return a + 255;
    }

    function divide(uint256 by) external pure returns (uint256) {
        return 1 / by;
    }

    function outOfBounds(uint256 at) external view returns (uint256) {
        return none[at];
    }

    function invalidOpcode() external pure {
        assembly {
            invalid()
        }
    }

    function outOfGas() external {
        while (true) ++calls;
    }

    function deepCall(uint256 levels) external {
        if (levels == 0) revert("Reverter: at the bottom");
        this.deepCall(levels - 1);
    }

    function wrapped() external {
        try this.deepCall(1) {} catch (bytes memory inner) {
            revert(string(abi.encodePacked("Reverter: inner call failed with ", inner.length > 4 ? "text" : "nothing")));
        }
    }
}
