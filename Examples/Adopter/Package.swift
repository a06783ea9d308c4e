// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "shopping",
    platforms: [.macOS(.v15), .iOS(.v17)],
    dependencies: [
        // In a package of your own: .package(url: "…", from: "…")
        .package(name: "hearth", path: "../..")
    ],
    targets: [
        .target(
            name: "ShoppingApp",
            dependencies: [
                .product(name: "HearthAuth", package: "hearth"),
                .product(name: "HearthFlows", package: "hearth"),
                .product(name: "HearthHTTP", package: "hearth"),
                .product(name: "HearthJSON", package: "hearth"),
                .product(name: "HearthModels", package: "hearth"),
            ]
        ),
        .target(
            name: "ShoppingServer",
            dependencies: [
                .product(name: "HearthAdmin", package: "hearth"),
                .product(name: "HearthCore", package: "hearth"),
                .product(name: "HearthHTTP", package: "hearth"),
                .product(name: "HearthJSON", package: "hearth"),
                .product(name: "HearthTokens", package: "hearth"),
            ]
        ),
        .executableTarget(
            name: "shopping-server",
            dependencies: [
                "ShoppingServer",
                .product(name: "HearthAdmin", package: "hearth"),
                .product(name: "HearthCore", package: "hearth"),
                .product(name: "HearthServer", package: "hearth"),
                .product(name: "HearthTokens", package: "hearth"),
            ]
        ),
        .testTarget(
            name: "ShoppingTests",
            dependencies: [
                "ShoppingApp",
                "ShoppingServer",
                .product(name: "HearthAdmin", package: "hearth"),
                .product(name: "HearthAuth", package: "hearth"),
                .product(name: "HearthFlows", package: "hearth"),
                .product(name: "HearthHTTP", package: "hearth"),
                .product(name: "HearthModels", package: "hearth"),
                .product(name: "HearthServer", package: "hearth"),
                .product(name: "HearthTesting", package: "hearth"),
                .product(name: "HearthTokens", package: "hearth"),
            ]
        ),
    ]
)
