// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Numbered, unique items in the manner of ERC-721.
contract Collectible {
    string public name;
    string public symbol;
    address public minter;
    uint96 public minted;
    mapping(uint256 id => address) private owners;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 id => address) public getApproved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 id => string) private uris;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NoSuchItem(uint256 id);
    error NotAllowed(address caller, uint256 id);
    error WrongOwner(address given, address actual);

    constructor(string memory name_, string memory symbol_) {
        (name, symbol, minter) = (name_, symbol_, msg.sender);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function ownerOf(uint256 id) public view returns (address owner) {
        owner = owners[id];
        if (owner == address(0)) revert NoSuchItem(id);
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        ownerOf(id);
        return uris[id];
    }

    function mint(address to, string calldata uri) external returns (uint256 id) {
        if (msg.sender != minter) revert NotAllowed(msg.sender, 0);
        id = ++minted;
        owners[id] = to;
        ++balanceOf[to];
        uris[id] = uri;
        emit Transfer(address(0), to, id);
    }

    function approve(address to, uint256 id) external {
        address owner = ownerOf(id);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed(msg.sender, id);
        getApproved[id] = to;
        emit Approval(owner, to, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        address owner = ownerOf(id);
        if (owner != from) revert WrongOwner(from, owner);
        if (msg.sender != owner && msg.sender != getApproved[id] && !isApprovedForAll[owner][msg.sender]) {
            revert NotAllowed(msg.sender, id);
        }
        delete getApproved[id];
        owners[id] = to;
        --balanceOf[from];
        ++balanceOf[to];
        emit Transfer(from, to, id);
    }
}
