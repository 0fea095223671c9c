// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Many contracts behind one address: each function has a facet that runs it.
contract Diamond {
    struct Facet {
        address facetAddress;
        bytes4[] functionSelectors;
    }

    struct FacetCut {
        address facetAddress;
        uint8 action;
        bytes4[] functionSelectors;
    }

    // keccak256("diamond.standard.diamond.storage")
    bytes32 private constant PLACE = 0xc8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c131c;

    struct Cut {
        mapping(bytes4 => address) facetOf;
        address[] all;
        mapping(address => bytes4[]) selectorsOf;
    }

    event DiamondCut(FacetCut[] diamondCut, address init, bytes callData);

    error NoFacet(bytes4 selector);

    function diamondCut(FacetCut[] calldata cuts, address init, bytes calldata data) external {
        Cut storage cut = place();
        for (uint256 i = 0; i < cuts.length; i++) {
            cut.all.push(cuts[i].facetAddress);
            for (uint256 j = 0; j < cuts[i].functionSelectors.length; j++) {
                cut.facetOf[cuts[i].functionSelectors[j]] = cuts[i].facetAddress;
                cut.selectorsOf[cuts[i].facetAddress].push(cuts[i].functionSelectors[j]);
            }
        }
        emit DiamondCut(cuts, init, data);
    }

    function facets() external view returns (Facet[] memory found) {
        Cut storage cut = place();
        found = new Facet[](cut.all.length);
        for (uint256 i = 0; i < found.length; i++) {
            found[i] = Facet(cut.all[i], cut.selectorsOf[cut.all[i]]);
        }
    }

    function facetAddress(bytes4 selector) external view returns (address) {
        return place().facetOf[selector];
    }

    fallback() external payable {
        address facet = place().facetOf[msg.sig];
        if (facet == address(0)) revert NoFacet(msg.sig);
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }

    function place() private pure returns (Cut storage cut) {
        bytes32 slot = PLACE;
        assembly {
            cut.slot := slot
        }
    }
}
