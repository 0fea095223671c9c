// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

interface IAsset {
    function balanceOf(address holder) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Holds one asset for many and gives shares of it; what the vault earns raises the worth of a share.
contract Vault {
    IAsset public immutable asset;
    address public immutable keeper;
    uint256 public immutable feeBasisPoints;
    uint256 public totalShares;
    mapping(address holder => uint256) public shares;

    event Deposit(address indexed by, address indexed holder, uint256 assets, uint256 shares);
    event Withdraw(address indexed by, address indexed receiver, uint256 assets, uint256 shares);
    event FeeTaken(address indexed keeper, uint256 assets);

    error NothingGiven();
    error NotEnoughShares(address holder, uint256 has, uint256 wants);
    error FeeTooHigh(uint256 basisPoints);

    constructor(IAsset asset_, uint256 feeBasisPoints_) {
        if (feeBasisPoints_ > 500) revert FeeTooHigh(feeBasisPoints_);
        asset = asset_;
        keeper = msg.sender;
        feeBasisPoints = feeBasisPoints_;
    }

    function totalAssets() public view returns (uint256) {
        return asset.balanceOf(address(this));
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return totalShares == 0 ? assets : (assets * totalShares) / totalAssets();
    }

    function convertToAssets(uint256 amount) public view returns (uint256) {
        return totalShares == 0 ? amount : (amount * totalAssets()) / totalShares;
    }

    function deposit(uint256 assets, address holder) external returns (uint256 given) {
        given = convertToShares(assets);
        if (given == 0) revert NothingGiven();
        totalShares += given;
        shares[holder] += given;
        require(asset.transferFrom(msg.sender, address(this), assets), "Vault: asset not received");
        emit Deposit(msg.sender, holder, assets, given);
    }

    function redeem(uint256 amount, address receiver) external returns (uint256 assets) {
        uint256 has = shares[msg.sender];
        if (has < amount) revert NotEnoughShares(msg.sender, has, amount);
        assets = convertToAssets(amount);
        shares[msg.sender] = has - amount;
        totalShares -= amount;
        uint256 fee = (assets * feeBasisPoints) / 10_000;
        if (fee != 0) {
            require(asset.transfer(keeper, fee), "Vault: fee not sent");
            emit FeeTaken(keeper, fee);
        }
        require(asset.transfer(receiver, assets - fee), "Vault: asset not sent");
        emit Withdraw(msg.sender, receiver, assets - fee, amount);
    }
}
