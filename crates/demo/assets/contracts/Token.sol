// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// A fungible token in the manner of ERC-20, with a fixed supply and a cap on one transfer.
contract Token {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public immutable transferCap;
    uint256 public totalSupply;
    mapping(address holder => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error BalanceTooLow(address holder, uint256 balance, uint256 needed);
    error AllowanceTooLow(address spender, uint256 allowance, uint256 needed);
    error NobodyThere();
    error AboveCap(uint256 value, uint256 cap);

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 supply, uint256 cap) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        transferCap = cap;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 left = allowance[from][msg.sender];
        if (left != type(uint256).max) {
            if (left < value) revert AllowanceTooLow(msg.sender, left, value);
            allowance[from][msg.sender] = left - value;
        }
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        if (to == address(0)) revert NobodyThere();
        if (value > transferCap) revert AboveCap(value, transferCap);
        uint256 balance = balanceOf[from];
        if (balance < value) revert BalanceTooLow(from, balance, value);
        balanceOf[from] = balance - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
