// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

interface IItemsReceiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata data)
        external
        returns (bytes4);
}

/// Many kinds of items, each with a quantity, in the manner of ERC-1155.
contract Items {
    mapping(uint256 id => mapping(address holder => uint256)) public balanceOf;
    mapping(address holder => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 id => address) public creators;
    string private baseUri;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
    event ApprovalForAll(address indexed holder, address indexed operator, bool approved);
    event URI(string value, uint256 indexed id);

    error LengthsDiffer(uint256 ids, uint256 values);
    error NotEnough(address holder, uint256 id, uint256 has, uint256 wants);
    error NotAllowed(address caller);
    error RefusedByReceiver(address receiver);

    constructor(string memory uri_) {
        baseUri = uri_;
    }

    function uri(uint256) external view returns (string memory) {
        return baseUri;
    }

    function create(uint256 id, uint256 value) external {
        address creator = creators[id];
        if (creator != address(0) && creator != msg.sender) revert NotAllowed(msg.sender);
        creators[id] = msg.sender;
        balanceOf[id][msg.sender] += value;
        emit TransferSingle(msg.sender, address(0), msg.sender, id, value);
        emit URI(baseUri, id);
    }

    function balanceOfBatch(address[] calldata holders, uint256[] calldata ids) external view returns (uint256[] memory all) {
        if (holders.length != ids.length) revert LengthsDiffer(ids.length, holders.length);
        all = new uint256[](ids.length);
        for (uint256 i; i < ids.length; ++i) all[i] = balanceOf[ids[i]][holders[i]];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external {
        allowed(from);
        move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length != 0) {
            bytes4 answer = IItemsReceiver(to).onERC1155Received(msg.sender, from, id, value, data);
            if (answer != IItemsReceiver.onERC1155Received.selector) revert RefusedByReceiver(to);
        }
    }

    function safeBatchTransferFrom(address from, address to, uint256[] calldata ids, uint256[] calldata values, bytes calldata) external {
        allowed(from);
        if (ids.length != values.length) revert LengthsDiffer(ids.length, values.length);
        for (uint256 i; i < ids.length; ++i) move(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
    }

    function allowed(address from) private view {
        if (msg.sender != from && !isApprovedForAll[from][msg.sender]) revert NotAllowed(msg.sender);
    }

    function move(address from, address to, uint256 id, uint256 value) private {
        uint256 has = balanceOf[id][from];
        if (has < value) revert NotEnough(from, id, has, value);
        balanceOf[id][from] = has - value;
        balanceOf[id][to] += value;
    }
}
