// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

interface IAsked {
    function balanceOf(address holder) external view returns (uint256);
    function transferToken(address token, address from, address to, int64 amount) external returns (int64);
    function notes(uint256 at) external view returns (address author, uint64 written, string memory text);
    function rawBytes(bytes calldata data) external pure;
    function deposit() external payable;
}

interface Erc721 {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
}

/// A token that asks others before it lets itself be taken, and that can announce what it never did.
contract Toll {
    // 0.0.5002, the token service, its token 0.0.2001, 0.0.5038 and 0.0.5022 of the embedded network; and nobody.
    IAsked private constant TOKEN = IAsked(address(0x138a));
    IAsked private constant SERVICE = IAsked(address(0x167));
    address private constant SERVED = address(0x7d1);
    IAsked private constant NOTEBOOK = IAsked(address(bytes20(hex"8f6a5b8b7fe8d77c0bb82daf6c90d35afbbd1386")));
    IAsked private constant REVERTER = IAsked(address(bytes20(hex"fbadcf769efc0e6994eed3db3c23bbf16d871672")));
    address private constant NOBODY = address(bytes20(hex"deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"));
    int64 private constant TOLL = 1000;

    uint256 public totalSupply;
    mapping(address holder => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
    event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to);
    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event URI(string value, uint256 indexed id);

    error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed);

    constructor(uint256 supply) {
        require(supply != 0, "constructor: supply must not be zero");
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(TOKEN.balanceOf(from) != 0, "Toll: nothing to pay with");
        move(from, to, value);
        require(SERVICE.transferToken(SERVED, from, to, TOLL) == 22, "Toll: not paid");
        ecrecover(bytes32(value), 27, bytes32(uint256(11)), bytes32(uint256(13)));
        (address author, , ) = NOTEBOOK.notes(3);
        require(author != address(0), "Toll: no note");
        try REVERTER.rawBytes(abi.encodeWithSignature("Error(string)", "not today")) {
            return false;
        } catch {}
        (bool answered, ) = NOBODY.call{gas: 5000}(abi.encodeCall(IAsked.deposit, ()));
        return !answered;
    }

    /// Emits the events that are known best.
    function announce(address from, address to) external {
        emit Transfer(from, to, 1000);
        emit Erc721.Transfer(from, to, 17);
        emit Approval(from, to, type(uint128).max);
        emit RoleGranted(keccak256("MINTER_ROLE"), from, to);
        emit OwnershipTransferred(from, to);
        emit Swap(from, 1000, 0, 0, 990, to);
        emit Deposit(from, to, 50, 49);
        emit TransferSingle(from, from, to, 3, 1);
        emit URI("ipfs://piece/3", 3);
    }

    function move(address from, address to, uint256 value) private {
        uint256 balance = balanceOf[from];
        if (balance < value) revert ERC20InsufficientBalance(from, balance, value);
        balanceOf[from] = balance - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
