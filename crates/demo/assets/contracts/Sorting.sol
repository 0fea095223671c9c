// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Sorts small lists; a library of its own address, so that its users are linked to it.
library Sorting {
    error TooLong(uint256 length);

    /// A sorted copy, smallest first; at most 256 values.
    function sorted(uint256[] memory values) external pure returns (uint256[] memory) {
        if (values.length > 256) revert TooLong(values.length);
        for (uint256 i = 1; i < values.length; ++i) {
            uint256 value = values[i];
            uint256 at = i;
            while (at > 0 && values[at - 1] > value) {
                values[at] = values[at - 1];
                --at;
            }
            values[at] = value;
        }
        return values;
    }
}
