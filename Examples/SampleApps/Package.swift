// swift-tools-version: 6.2

import PackageDescription

// Three auth layers in the shape of public sample apps for FirebaseAuth, with one import changed. Apps of some years ago
// are in the language of their time.
let package = Package(
    name: "sample-apps",
    platforms: [.macOS(.v15), .iOS(.v17)],
    dependencies: [
        // In a package of your own: .package(url: "…", from: "…")
        .package(name: "hearth", path: "../..")
    ],
    targets: [
        .target(
            name: "ReadyScreens",
            dependencies: [.product(name: "HearthFirebaseCompat", package: "hearth")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
        .target(
            name: "NotesApp",
            dependencies: [.product(name: "HearthFirebaseCompat", package: "hearth")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .target(
            name: "AuthMenu",
            dependencies: [.product(name: "HearthFirebaseCompat", package: "hearth")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "SampleTests",
            dependencies: [
                "AuthMenu",
                "NotesApp",
                "ReadyScreens",
                .product(name: "HearthAuth", package: "hearth"),
                .product(name: "HearthCore", package: "hearth"),
                .product(name: "HearthFirebaseCompat", package: "hearth"),
                .product(name: "HearthTesting", package: "hearth"),
            ]
        ),
    ]
)
