// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A module of Hearth, built with the house's compiler settings.
func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    path: String? = nil,
    exclude: [String] = [],
    resources: [Resource]? = nil
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: path,
        exclude: exclude,
        resources: resources,
        swiftSettings: settings
    )
}

/// An executable, built with the same settings.
func tool(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// The tests of a module.
func tests(of name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.byName(name: name)] + dependencies,
        resources: resources,
        swiftSettings: settings
    )
}

/// A C library that the system provides.
func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
    name: "hearth",
    platforms: [.macOS(.v15), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "HearthAuth", targets: ["HearthAuth"]),
        .library(name: "HearthFirebaseCompat", targets: ["HearthFirebaseCompat"]),
        .library(name: "HearthAnalytics", targets: ["HearthAnalytics"]),
        .library(name: "HearthAnalyticsCompat", targets: ["HearthAnalyticsCompat"]),
        .library(name: "HearthCrash", targets: ["HearthCrash"]),
        .library(name: "HearthCrashCompat", targets: ["HearthCrashCompat"]),
        .library(name: "HearthFirebaseCore", targets: ["HearthFirebaseCore"]),
        .library(name: "HearthFunctions", targets: ["HearthFunctions"]),
        .library(name: "HearthFunctionsCompat", targets: ["HearthFunctionsCompat"]),
        .library(name: "HearthFunctionsHost", targets: ["HearthFunctionsHost"]),
        .library(name: "HearthFunctionsWire", targets: ["HearthFunctionsWire"]),
        .library(name: "HearthFirestore", targets: ["HearthFirestore"]),
        .library(name: "HearthTriggers", targets: ["HearthTriggers"]),
        .library(name: "HearthFirestoreCompat", targets: ["HearthFirestoreCompat"]),
        .library(name: "HearthFlows", targets: ["HearthFlows"]),
        .library(name: "HearthModels", targets: ["HearthModels"]),
        .library(name: "HearthUI", targets: ["HearthUI"]),
        .library(name: "HearthTokens", targets: ["HearthTokens"]),
        .library(name: "HearthAdmin", targets: ["HearthAdmin"]),
        .library(name: "HearthServer", targets: ["HearthServer"]),
        .library(name: "HearthHTTP2", targets: ["HearthHTTP2"]),
        .library(name: "HearthBackend", targets: ["HearthBackend"]),
        .library(name: "HearthTesting", targets: ["HearthTesting"]),
        .library(name: "HearthFirestoreBackend", targets: ["HearthFirestoreBackend"]),
        .library(name: "HearthFirestoreRules", targets: ["HearthFirestoreRules"]),
        .library(name: "HearthAnalyticsBackend", targets: ["HearthAnalyticsBackend"]),
        .library(name: "HearthCrashBackend", targets: ["HearthCrashBackend"]),
        // What the signatures of the others mention
        .library(name: "HearthAnalyticsModel", targets: ["HearthAnalyticsModel"]),
        .library(name: "HearthCrashWire", targets: ["HearthCrashWire"]),
        .library(name: "HearthTelemetry", targets: ["HearthTelemetry"]),
        .library(name: "HearthTelemetryServer", targets: ["HearthTelemetryServer"]),
        .library(name: "HearthCore", targets: ["HearthCore"]),
        .library(name: "HearthCrypto", targets: ["HearthCrypto"]),
        .library(name: "HearthDatabase", targets: ["HearthDatabase"]),
        .library(name: "HearthFirestoreModel", targets: ["HearthFirestoreModel"]),
        .library(name: "HearthHTTP", targets: ["HearthHTTP"]),
        .library(name: "HearthJSON", targets: ["HearthJSON"]),
        .library(name: "HearthTransport", targets: ["HearthTransport"]),
        .executable(name: "hearth", targets: ["hearth"]),
        .executable(name: "notes-api", targets: ["notes-api"]),
    ],
    targets: [
        // The shared language
        module("HearthCore"),
        tests(of: "HearthCore", ["HearthJSON"]),
        module("HearthJSON", ["HearthCore"]),
        tests(of: "HearthJSON", ["HearthTestSupport"]),
        module("HearthHTTP", ["HearthCore"]),
        tests(of: "HearthHTTP", ["HearthCore"]),
        module("HearthWire", ["HearthCore", "HearthHTTP", "HearthJSON"]),
        tests(of: "HearthWire", ["HearthCore", "HearthHTTP", "HearthJSON"], resources: [.copy("Golden")]),
        // On Apple's systems CryptoKit takes the place of OpenSSL.
        module("HearthCrypto", ["HearthCore", .target(name: "COpenSSL", condition: .when(platforms: [.linux]))]),
        tests(of: "HearthCrypto", ["HearthCore", "HearthJSON", "HearthServerCrypto"]),
        module("HearthSAML", ["HearthCore", "HearthCrypto", "HearthHTTP"]),
        tests(of: "HearthSAML", ["HearthCore", "HearthCrypto"], resources: [.copy("Vectors")]),
        module("HearthTokens", ["HearthCore", "HearthJSON", "HearthCrypto", "HearthHTTP"]),
        tests(
            of: "HearthTokens",
            ["HearthCore", "HearthJSON", "HearthCrypto", "HearthHTTP", "HearthServerCrypto"]
        ),
        // Firestore, for both sides
        module("HearthFirestoreModel", ["HearthCore"]),
        tests(
            of: "HearthFirestoreModel",
            ["FirestoreSamples", "HearthCore", "HearthJSON"],
            resources: [.copy("Vectors")]
        ),
        module("FirestoreSamples", ["HearthFirestoreModel"], path: "Tests/FirestoreSamples"),
        module("HearthProtobuf", ["HearthCore"]),
        tests(of: "HearthProtobuf", ["HearthCore"]),
        module("HearthFirestoreWire", ["HearthCore", "HearthFirestoreModel", "HearthJSON", "HearthProtobuf"]),
        tests(of: "HearthFirestoreWire", ["HearthCore", "HearthFirestoreModel", "HearthJSON"]),
        // The client side
        module(
            "HearthTransport",
            [
                "HearthCore", "HearthCrypto", "HearthHTTP",
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ]
        ),
        tests(of: "HearthTransport", ["HearthCore", "HearthHTTP", "HearthServer", "HearthTesting"]),
        module(
            "HearthAuth",
            [
                "HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON", "HearthTokens", "HearthTransport",
                "HearthWire",
            ]
        ),
        tests(
            of: "HearthAuth",
            ["HearthCore", "HearthHTTP", "HearthJSON", "HearthTestSupport", "HearthWire", "SessionWriter"],
            resources: [.copy("Golden")]
        ),
        tool("SessionWriter", ["HearthAuth", "HearthCore"], path: "Tests/SessionWriter"),
        // Callable functions, for both sides
        module("HearthFunctionsWire", ["HearthCore", "HearthHTTP", "HearthJSON"]),
        tests(of: "HearthFunctionsWire", ["HearthHTTP", "HearthJSON"]),
        module(
            "HearthFunctions",
            ["HearthCore", "HearthFunctionsWire", "HearthHTTP", "HearthJSON", "HearthTransport"]
        ),
        // What every module with Firebase's names stands on
        module("HearthFirebaseCore", ["HearthCore"]),
        module(
            "HearthFirestore",
            [
                "HearthAuth", "HearthCore", "HearthFirestoreModel", "HearthFirestoreWire", "HearthHTTP", "HearthJSON",
                "HearthTransport",
            ]
        ),
        tests(
            of: "HearthFirestore",
            [
                "FirestoreSamples", "HearthAuth", "HearthBackend", "HearthCore", "HearthDatabase",
                "HearthFirestoreBackend", "HearthFirestoreModel", "HearthFirestoreWire", "HearthHTTP", "HearthJSON",
                "HearthTesting",
            ]
        ),
        // The client, by FirebaseAuth's names
        module(
            "HearthFirebaseCompat",
            ["HearthAuth", "HearthCore", "HearthFirebaseCore", "HearthHTTP", "HearthJSON"]
        ),
        tests(
            of: "HearthFirebaseCompat",
            [
                "HearthAuth", "HearthBackend", "HearthCore", "HearthFirebaseCore", "HearthHTTP", "HearthJSON",
                "HearthTesting",
            ]
        ),
        module(
            "HearthFirestoreCompat",
            ["HearthAuth", "HearthCore", "HearthFirebaseCompat", "HearthFirebaseCore", "HearthFirestore", "HearthHTTP"]
        ),
        tests(
            of: "HearthFirestoreCompat",
            ["HearthAuth", "HearthFirebaseCompat", "HearthFirestore", "HearthHTTP", "HearthTesting"]
        ),
        // The functions, by FirebaseFunctions' names
        module(
            "HearthFunctionsCompat",
            [
                "HearthCore", "HearthFirebaseCompat", "HearthFirebaseCore", "HearthFunctions", "HearthHTTP",
                "HearthJSON",
            ]
        ),
        tests(
            of: "HearthFunctionsCompat",
            [
                "HearthAuth", "HearthFirebaseCompat", "HearthFirebaseCore", "HearthFunctions", "HearthFunctionsHost",
                "HearthJSON",
                "HearthTesting",
            ]
        ),
        // Analytics and crash reports
        module("HearthTelemetry", ["HearthCore"]),
        tests(of: "HearthTelemetry", ["HearthCore", "HearthTestSupport"]),
        module("HearthAnalyticsModel", ["HearthCore", "HearthJSON", "HearthTelemetry"]),
        module(
            "HearthAnalytics",
            ["HearthAnalyticsModel", "HearthCore", "HearthHTTP", "HearthJSON", "HearthTelemetry", "HearthTransport"]
        ),
        tests(
            of: "HearthAnalytics",
            [
                "AnalyticsWriter", "HearthAnalyticsModel", "HearthCore", "HearthHTTP", "HearthJSON", "HearthTelemetry",
                "HearthTestSupport",
            ]
        ),
        tool(
            "AnalyticsWriter",
            ["HearthAnalytics", "HearthAnalyticsModel"],
            path: "Tests/AnalyticsWriter"
        ),
        .target(name: "CCrash"),
        module("HearthCrashWire", ["HearthCore"]),
        module(
            "HearthCrash",
            [
                "CCrash", "HearthCore", "HearthCrashWire", "HearthHTTP", "HearthJSON", "HearthTelemetry",
                "HearthTransport",
            ]
        ),
        tests(
            of: "HearthCrash",
            [
                "CrashZoo", "HearthCore", "HearthCrashWire", "HearthHTTP", "HearthJSON", "HearthTelemetry",
                "HearthTestSupport",
            ]
        ),
        .target(name: "CZoo", path: "Tests/CZoo"),
        module(
            "HearthAnalyticsCompat",
            ["HearthAnalytics", "HearthAnalyticsModel", "HearthCore", "HearthFirebaseCore"]
        ),
        module("HearthCrashCompat", ["HearthCore", "HearthCrash", "HearthCrashWire", "HearthFirebaseCore"]),
        tool("CrashZoo", ["CZoo", "HearthCore", "HearthCrash", "HearthCrashWire"], path: "Tests/CrashZoo"),
        module("HearthFlows", ["HearthAuth", "HearthCore", "HearthCrypto", "HearthJSON"], exclude: ["Resources"]),
        tests(
            of: "HearthFlows",
            [
                "HearthAuth", "HearthBackend", "HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON",
                "HearthTestSupport", "HearthTesting", "HearthTokens",
            ]
        ),
        module("HearthModels", ["HearthAuth", "HearthCore", "HearthFlows"]),
        tests(
            of: "HearthModels",
            [
                "HearthAuth", "HearthBackend", "HearthCore", "HearthFlows", "HearthHTTP", "HearthJSON",
                "HearthTestSupport", "HearthTesting",
            ]
        ),
        // Almost empty where there is no SwiftUI.
        module("HearthUI", ["HearthAuth", "HearthCore", "HearthFlows", "HearthHTTP", "HearthModels"]),
        tests(of: "HearthUI", ["HearthAuth"]),
        // The server side
        module(
            "HearthServerCrypto",
            [
                "HearthCore", "HearthCrypto", "COpenSSL", "CArgon2",
                .target(name: "CCrypt", condition: .when(platforms: [.linux])),
            ]
        ),
        tests(of: "HearthServerCrypto", ["HearthCore", "HearthCrypto"]),
        .target(name: "CLinux"),
        module("HearthServer", ["HearthCore", "HearthHTTP", "CLinux"]),
        tests(of: "HearthServer", ["HearthHTTP", "HearthCore", "CLinux"]),
        module("HearthHTTP2", ["HearthCore", "HearthHTTP", "HearthServer", "CNghttp2"]),
        tests(of: "HearthHTTP2", ["HearthCore", "HearthHTTP", "HearthServer", "CLinux", "CNghttp2"]),
        // The pages of /console; their files stand in the binary
        .target(name: "CConsole", path: "Sources/CConsole"),
        module(
            "HearthConsole",
            ["CConsole", "CZlib", "HearthBackend", "HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON"],
            exclude: ["Web"]
        ),
        tests(
            of: "HearthConsole",
            ["HearthBackend", "HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON", "HearthTesting"]
        ),
        module("HearthDatabase", ["HearthCore", "CSQLite"]),
        tests(of: "HearthDatabase", ["HearthCore", "HearthTestSupport", "DatabaseWriter"]),
        tool("DatabaseWriter", ["HearthDatabase"], path: "Tests/DatabaseWriter"),
        // Events of a database, delivered to functions
        module("HearthTriggers", ["HearthCore", "HearthDatabase"]),
        tests(of: "HearthTriggers", ["HearthCore", "HearthDatabase", "TriggerWriter"]),
        tool("TriggerWriter", ["HearthCore", "HearthDatabase", "HearthTriggers"], path: "Tests/TriggerWriter"),
        module(
            "HearthFirestoreStore",
            ["HearthCore", "HearthDatabase", "HearthFirestoreModel", "HearthFirestoreWire"]
        ),
        tests(
            of: "HearthFirestoreStore",
            [
                "FirestoreSamples", "FirestoreWriter", "HearthCore", "HearthDatabase", "HearthFirestoreModel",
                "HearthTestSupport",
            ]
        ),
        tool(
            "FirestoreWriter",
            ["HearthCore", "HearthDatabase", "HearthFirestoreModel", "HearthFirestoreStore"],
            path: "Tests/FirestoreWriter"
        ),
        module(
            "HearthFirestoreBackend",
            [
                "HearthCore", "HearthDatabase", "HearthFirestoreModel", "HearthFirestoreRules", "HearthFirestoreStore",
                "HearthFirestoreWire", "HearthHTTP", "HearthHTTP2", "HearthJSON", "HearthServer",
            ]
        ),
        tests(
            of: "HearthFirestoreBackend",
            [
                "FirestoreSamples", "HearthCore", "HearthDatabase", "HearthFirestoreModel", "HearthFirestoreRules",
                "HearthFirestoreStore", "HearthFirestoreWire", "HearthHTTP", "HearthHTTP2", "HearthJSON",
                "HearthServer", "HearthTesting",
            ]
        ),
        tool(
            "FirestoreServer",
            ["HearthDatabase", "HearthFirestoreBackend", "HearthServer"],
            path: "Tests/FirestoreServer"
        ),
        module(
            "HearthBackend",
            [
                "HearthCore", "HearthCrypto", "HearthDatabase", "HearthHTTP", "HearthJSON", "HearthSAML",
                "HearthServerCrypto", "HearthTokens", "HearthWire",
            ],
            exclude: ["Database/schema.sql"]
        ),
        tests(
            of: "HearthBackend",
            [
                "HearthAuth", "HearthCore", "HearthCrypto", "HearthDatabase", "HearthHTTP", "HearthJSON",
                "HearthServer", "HearthTestSupport", "HearthTesting", "HearthTokens", "HearthTransport", "HearthWire",
                "hearth",
            ]
        ),
        // Analytics and crash reports
        module("HearthTelemetryServer", ["HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON"]),
        module(
            "HearthAnalyticsBackend",
            [
                "HearthAnalyticsModel", "HearthCore", "HearthDatabase", "HearthHTTP", "HearthJSON",
                "HearthTelemetryServer",
            ]
        ),
        tests(
            of: "HearthAnalyticsBackend",
            [
                "HearthAnalytics", "HearthAnalyticsModel", "HearthCore", "HearthDatabase", "HearthHTTP", "HearthJSON",
                "HearthTelemetry", "HearthTelemetryServer",
            ]
        ),
        module(
            "HearthCrashBackend",
            [
                "HearthCore", "HearthCrashWire", "HearthCrypto", "HearthDatabase", "HearthHTTP", "HearthJSON",
                "HearthTelemetryServer",
            ]
        ),
        tests(
            of: "HearthCrashBackend",
            [
                "HearthCore", "HearthCrash", "HearthCrashWire", "HearthDatabase", "HearthHTTP", "HearthJSON",
                "HearthTelemetry", "HearthTelemetryServer",
            ]
        ),
        // Firestore security rules
        module("HearthFirestoreRules", ["HearthCore", "HearthCrypto", "HearthFirestoreModel", "HearthJSON"]),
        tests(of: "HearthFirestoreRules", ["HearthCore", "HearthFirestoreModel", "HearthJSON"]),
        // For an application's own servers
        module(
            "HearthAdmin",
            ["HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON", "HearthTokens", "HearthTransport", "HearthWire"]
        ),
        tests(
            of: "HearthAdmin",
            [
                "HearthAuth", "HearthBackend", "HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON",
                "HearthTesting", "HearthTokens",
            ]
        ),
        // Runs functions
        module(
            "HearthFunctionsHost",
            ["HearthCore", "HearthFunctionsWire", "HearthHTTP", "HearthJSON", "HearthServer", "HearthTokens"]
        ),
        tests(
            of: "HearthFunctionsHost",
            [
                "HearthAuth", "HearthCore", "HearthCrypto", "HearthFunctions", "HearthFunctionsWire", "HearthHTTP",
                "HearthJSON", "HearthServer", "HearthTesting", "HearthTokens", "HearthTransport",
            ]
        ),
        // For tests of what is built on Hearth
        module(
            "HearthTesting",
            [
                "HearthAuth", "HearthBackend", "HearthCore", "HearthCrypto", "HearthDatabase", "HearthFirestore",
                "HearthFirestoreBackend", "HearthFirestoreModel", "HearthFirestoreRules", "HearthFirestoreWire",
                "HearthFunctions",
                "HearthFunctionsHost", "HearthHTTP", "HearthJSON", "HearthTokens",
                "HearthAnalytics", "HearthAnalyticsBackend", "HearthAnalyticsModel", "HearthCrash",
                "HearthCrashBackend", "HearthCrashWire", "HearthTelemetry", "HearthTelemetryServer",
            ]
        ),
        tests(
            of: "HearthTesting",
            [
                "HearthAuth", "HearthBackend", "HearthCore", "HearthFirestoreBackend", "HearthFirestoreModel",
                "HearthHTTP", "HearthJSON",
            ]
        ),
        // For the tests of this package alone
        module("HearthTestSupport", ["HearthAuth", "HearthCore", "HearthHTTP"], path: "Tests/HearthTestSupport"),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "HearthAuth", "HearthBackend", "HearthCore", "HearthFirestore", "HearthFlows", "HearthHTTP",
                "HearthJSON", "HearthServer", "HearthTestSupport", "HearthTesting", "HearthTokens", "SessionWriter",
            ],
            swiftSettings: settings
        ),
        // The command-line tool
        tool(
            "hearth",
            [
                "HearthAdmin", "HearthAuth", "HearthBackend", "HearthConsole", "HearthCore", "HearthCrypto",
                "HearthDatabase", "HearthFirestoreBackend", "HearthFirestoreModel", "HearthFirestoreRules",
                "HearthFirestoreWire", "HearthFlows", "HearthHTTP", "HearthJSON", "HearthModels",
                "HearthServer", "HearthServerCrypto", "HearthTokens", "HearthTransport",
                "HearthAnalytics", "HearthAnalyticsBackend", "HearthAnalyticsModel", "HearthCrash",
                "HearthCrashBackend", "HearthCrashWire", "HearthTelemetry", "HearthTelemetryServer",
            ]
        ),
        .testTarget(
            name: "hearthTests",
            dependencies: [
                "hearth", "HearthAdmin", "HearthAuth", "HearthBackend", "HearthCore", "HearthHTTP", "HearthJSON",
                "HearthModels", "HearthServer", "HearthTestSupport", "HearthTesting", "HearthTokens",
            ],
            swiftSettings: settings
        ),
        // Examples
        module(
            "NotesAPI",
            ["HearthAdmin", "HearthCore", "HearthDatabase", "HearthHTTP", "HearthJSON", "HearthTokens"],
            path: "Examples/NotesAPI/NotesAPI"
        ),
        tool(
            "notes-api",
            ["HearthCore", "HearthServer", "HearthTokens", "HearthTransport", "NotesAPI"],
            path: "Examples/NotesAPI/Command"
        ),
        tests(
            of: "NotesAPI",
            [
                "HearthCore", "HearthHTTP", "HearthJSON", "HearthServer", "HearthTesting", "HearthTokens",
                "HearthTransport",
            ]
        ),
        module("PaymentsShared", ["HearthFunctionsWire"], path: "Examples/Payments/PaymentsShared"),
        module(
            "PaymentsApp",
            ["HearthFunctions", "HearthHTTP", "PaymentsShared"],
            path: "Examples/Payments/PaymentsApp"
        ),
        module(
            "PaymentsHost",
            ["HearthCore", "HearthFunctionsHost", "HearthJSON", "HearthTokens", "PaymentsShared"],
            path: "Examples/Payments/PaymentsHost"
        ),
        tool(
            "payments-functions",
            ["HearthCore", "HearthFunctionsHost", "HearthServer", "HearthTransport", "PaymentsHost"],
            path: "Examples/Payments/Command"
        ),
        .testTarget(
            name: "PaymentsTests",
            dependencies: [
                "HearthAuth", "HearthBackend", "HearthCore", "HearthFunctions", "HearthFunctionsHost", "HearthHTTP",
                "HearthTesting", "PaymentsApp", "PaymentsHost", "PaymentsShared",
            ],
            path: "Examples/Payments/PaymentsTests",
            swiftSettings: settings
        ),
        module("Diary", ["HearthAuth", "HearthCore"], path: "Examples/Diary/Diary"),
        .testTarget(
            name: "DiaryTests",
            dependencies: ["Diary", "HearthAuth", "HearthBackend", "HearthCore", "HearthTesting"],
            path: "Examples/Diary/DiaryTests",
            swiftSettings: settings
        ),
        module("Bookshelf", ["HearthAuth", "HearthFlows"], path: "Examples/Bookshelf/Bookshelf"),
        .testTarget(
            name: "BookshelfTests",
            dependencies: ["Bookshelf", "HearthAuth", "HearthBackend", "HearthCore", "HearthFlows", "HearthTesting"],
            path: "Examples/Bookshelf/BookshelfTests",
            swiftSettings: settings
        ),
        module("Orders", ["HearthFirestore"], path: "Examples/Orders/Orders"),
        module("OrdersFirebaseStyle", ["HearthFirestoreCompat", "Orders"], path: "Examples/Orders/FirebaseStyle"),
        tool(
            "orders",
            ["HearthAuth", "HearthFirestore", "Orders"],
            path: "Examples/Orders/Command"
        ),
        .testTarget(
            name: "OrdersTests",
            dependencies: [
                "HearthAuth", "HearthFirebaseCompat", "HearthFirestore", "HearthFirestoreCompat", "HearthTesting",
                "Orders", "OrdersFirebaseStyle",
            ],
            path: "Examples/Orders/OrdersTests",
            swiftSettings: settings
        ),
        module(
            "Telemetry",
            [
                "HearthAnalytics", "HearthAnalyticsCompat", "HearthAnalyticsModel", "HearthCrash", "HearthCrashCompat",
                "HearthCrashWire",
            ],
            path: "Examples/Telemetry/Telemetry"
        ),
        .testTarget(
            name: "TelemetryTests",
            dependencies: [
                "HearthAnalytics", "HearthAnalyticsCompat", "HearthAnalyticsModel", "HearthCore", "HearthCrash",
                "HearthCrashCompat", "HearthCrashWire", "HearthFirebaseCore", "HearthTesting", "Telemetry",
            ],
            path: "Examples/Telemetry/TelemetryTests",
            swiftSettings: settings
        ),
        module("FirebaseStyle", ["HearthFirebaseCompat"], path: "Examples/FirebaseStyle"),
        tests(
            of: "FirebaseStyle",
            ["HearthAuth", "HearthCore", "HearthFirebaseCompat", "HearthHTTP", "HearthTesting"]
        ),
        // C libraries, each imported by one module
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
        system("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
        system("CArgon2", pkgConfig: "libargon2", apt: "libargon2-dev", brew: "argon2"),
        system("CCrypt", pkgConfig: "libcrypt", apt: "libcrypt-dev", brew: "libxcrypt"),
        system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite3"),
        system("CNghttp2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev", brew: "libnghttp2"),
        system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
    ]
)
