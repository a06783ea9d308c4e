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
func tests(
    of name: String,
    _ dependencies: [Target.Dependency] = [],
    path: String? = nil,
    resources: [Resource]? = nil
) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.byName(name: name)] + dependencies,
        path: path,
        resources: resources,
        swiftSettings: settings
    )
}

/// A C library that the system provides.
func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

/// The modules that other packages can depend on, each a library of its own name.
let libraries = [
    // For apps
    "HearthAuth", "HearthFlows", "HearthModels", "HearthUI", "HearthFirestore", "HearthFunctions", "HearthAnalytics",
    "HearthCrash",
    // For apps that were written for Firebase
    "HearthFirebaseCore", "HearthFirebaseCompat", "HearthFirestoreCompat", "HearthFunctionsCompat",
    "HearthAnalyticsCompat", "HearthCrashCompat",
    // For tests
    "HearthTesting",
    // For servers
    "HearthTokens", "HearthAdmin", "HearthFunctionsHost", "HearthTriggers", "HearthServer", "HearthHTTP2",
    "HearthDatabase", "HearthBackend", "HearthFirestoreBackend", "HearthFirestoreRules", "HearthTelemetryServer",
    "HearthAnalyticsBackend", "HearthCrashBackend",
    // What the signatures of the others mention
    "HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON", "HearthTransport", "HearthFirestoreModel",
    "HearthFunctionsWire", "HearthTelemetry", "HearthAnalyticsModel", "HearthCrashWire",
]

/// The shared language: values, JSON, HTTP, tokens and the operations of the wire.
let sharedLanguage: [Target] = [
    module("HearthCore"),
    tests(of: "HearthCore", ["HearthJSON"]),
    module("HearthJSON", ["HearthCore"]),
    tests(of: "HearthJSON", ["HearthTestSupport"]),
    module("HearthHTTP", ["HearthCore"]),
    tests(of: "HearthHTTP", ["HearthCore"]),
    module("HearthWire", ["HearthCore", "HearthHTTP", "HearthJSON"]),
    tests(of: "HearthWire", ["HearthCore", "HearthHTTP", "HearthJSON"], resources: [.copy("Golden")]),
    // On Apple's systems CryptoKit takes the place of OpenSSL.
    .target(name: "COpenSSLExit", dependencies: ["COpenSSL"]),
    module(
        "HearthCrypto",
        [
            "HearthCore", .target(name: "COpenSSL", condition: .when(platforms: [.linux])),
            .target(name: "COpenSSLExit", condition: .when(platforms: [.linux])),
        ]
    ),
    tests(of: "HearthCrypto", ["HearthCore", "HearthJSON", "HearthServerCrypto"]),
    module("HearthTokens", ["HearthCore", "HearthJSON", "HearthCrypto", "HearthHTTP"]),
    tests(
        of: "HearthTokens",
        ["HearthCore", "HearthJSON", "HearthCrypto", "HearthHTTP", "HearthServerCrypto"]
    ),
]

/// The client side: from the network to the screens.
let client: [Target] = [
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
            "HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON", "HearthTokens", "HearthTransport", "HearthWire",
        ]
    ),
    tests(
        of: "HearthAuth",
        ["HearthCore", "HearthHTTP", "HearthJSON", "HearthWire", "SessionWriter", "HearthTestSupport"],
        resources: [.copy("Golden")]
    ),
    tool("SessionWriter", ["HearthAuth", "HearthCore"], path: "Tests/SessionWriter"),
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
            "HearthAuth", "HearthBackend", "HearthCore", "HearthFlows", "HearthHTTP", "HearthJSON", "HearthTestSupport",
            "HearthTesting",
        ]
    ),
    // Almost empty where there is no SwiftUI.
    module("HearthUI", ["HearthAuth", "HearthCore", "HearthFlows", "HearthHTTP", "HearthModels"]),
    tests(of: "HearthUI", ["HearthAuth"]),
    module("HearthFirebaseCore", ["HearthCore"]),
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
]

/// The server side: the engines, the identity service, its console, and what an application's own servers need.
let server: [Target] = [
    .target(name: "CLinux"),
    module("HearthServer", ["HearthCore", "HearthHTTP", "CLinux"]),
    tests(of: "HearthServer", ["HearthHTTP", "HearthCore", "CLinux", "HearthTestSupport"]),
    module("HearthHTTP2", ["HearthCore", "HearthHTTP", "HearthServer", "CNghttp2"]),
    tests(of: "HearthHTTP2", ["HearthCore", "HearthHTTP", "HearthServer", "CLinux", "CNghttp2"]),
    module(
        "HearthServerCrypto",
        [
            "HearthCore", "HearthCrypto", "COpenSSL", "COpenSSLExit", "CArgon2",
            .target(name: "CCrypt", condition: .when(platforms: [.linux])),
        ]
    ),
    tests(of: "HearthServerCrypto", ["HearthCore", "HearthCrypto", "HearthTestSupport"]),
    module("HearthDatabase", ["HearthCore", "CSQLite"]),
    tests(of: "HearthDatabase", ["CSQLite", "HearthCore", "DatabaseWriter", "HearthTestSupport"]),
    tool("DatabaseWriter", ["HearthDatabase"], path: "Tests/DatabaseWriter"),
    module("HearthSAML", ["HearthCore", "HearthCrypto", "HearthHTTP"]),
    tests(of: "HearthSAML", ["HearthCore", "HearthCrypto"], resources: [.copy("Vectors")]),
    module(
        "HearthBackend",
        [
            "HearthCore", "HearthCrypto", "HearthDatabase", "HearthHTTP", "HearthJSON", "HearthSAML",
            "HearthServerCrypto", "HearthTokens", "HearthTriggers", "HearthWire",
        ],
        exclude: ["Database/schema.sql"]
    ),
    tests(
        of: "HearthBackend",
        [
            "hearth", "HearthAuth", "HearthCore", "HearthCrypto", "HearthDatabase", "HearthHTTP", "HearthJSON",
            "HearthServer", "HearthTesting", "HearthTestSupport", "HearthTokens", "HearthTransport", "HearthTriggers",
            "HearthWire",
        ]
    ),
    // The pages of /console; their files stand in the binary.
    .target(name: "CConsole", path: "Sources/CConsole"),
    module(
        "HearthConsole",
        [
            "CConsole", "CZlib", "HearthBackend", "HearthCore", "HearthCrypto", "HearthDatabase", "HearthHTTP",
            "HearthJSON", "HearthTokens",
        ],
        exclude: ["Web"]
    ),
    tests(
        of: "HearthConsole",
        [
            "HearthAuth", "HearthBackend", "HearthCore", "HearthCrypto", "HearthDatabase", "HearthHTTP", "HearthJSON",
            "HearthTesting", "HearthTestSupport", "HearthTokens",
        ]
    ),
    module(
        "HearthAdmin",
        ["HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON", "HearthTokens", "HearthTransport", "HearthWire"]
    ),
    tests(
        of: "HearthAdmin",
        [
            "HearthAuth", "HearthBackend", "HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON", "HearthTesting",
            "HearthTokens",
        ]
    ),
]

/// Firestore: for both sides, the server, the client.
let firestore: [Target] = [
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
    module("HearthFirestoreRules", ["HearthCore", "HearthCrypto", "HearthFirestoreModel", "HearthJSON"]),
    tests(of: "HearthFirestoreRules", ["FirestoreSamples", "HearthCore", "HearthFirestoreModel", "HearthJSON"]),
    module(
        "HearthFirestoreBackend",
        [
            "HearthCore", "HearthDatabase", "HearthFirestoreModel", "HearthFirestoreRules", "HearthFirestoreStore",
            "HearthFirestoreWire", "HearthHTTP", "HearthHTTP2", "HearthJSON", "HearthServer", "HearthTriggers",
        ]
    ),
    tests(
        of: "HearthFirestoreBackend",
        [
            "FirestoreSamples", "HearthCore", "HearthDatabase", "HearthFirestoreModel", "HearthFirestoreRules",
            "HearthFirestoreStore", "HearthFirestoreWire", "HearthHTTP", "HearthHTTP2", "HearthJSON", "HearthServer",
            "HearthTestSupport", "HearthTesting",
        ]
    ),
    tool(
        "FirestoreServer",
        ["HearthDatabase", "HearthFirestoreBackend", "HearthServer"],
        path: "Tests/FirestoreServer"
    ),
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
            "FirestoreSamples", "HearthAuth", "HearthBackend", "HearthCore", "HearthDatabase", "HearthFirestoreBackend",
            "HearthFirestoreModel", "HearthFirestoreWire", "HearthHTTP", "HearthJSON", "HearthTesting",
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
]

/// Callable functions: for both ends, calling, running; events that start them.
let functions: [Target] = [
    module("HearthFunctionsWire", ["HearthCore", "HearthHTTP", "HearthJSON"]),
    tests(of: "HearthFunctionsWire", ["HearthHTTP", "HearthJSON"]),
    module(
        "HearthFunctions",
        ["HearthCore", "HearthFunctionsWire", "HearthHTTP", "HearthJSON", "HearthTransport"]
    ),
    tests(of: "HearthFunctions", ["HearthCore", "HearthHTTP", "HearthJSON"]),
    module(
        "HearthFunctionsCompat",
        [
            "HearthCore", "HearthFirebaseCompat", "HearthFirebaseCore", "HearthFunctions", "HearthHTTP", "HearthJSON",
        ]
    ),
    tests(
        of: "HearthFunctionsCompat",
        [
            "HearthAuth", "HearthFirebaseCompat", "HearthFirebaseCore", "HearthFunctions", "HearthFunctionsHost",
            "HearthJSON", "HearthTesting",
        ]
    ),
    module(
        "HearthFunctionsHost",
        [
            "HearthCore", "HearthCrypto", "HearthDatabase", "HearthFunctionsWire", "HearthHTTP", "HearthJSON",
            "HearthServer", "HearthTokens", "HearthTriggers",
        ]
    ),
    tests(
        of: "HearthFunctionsHost",
        [
            "HearthAuth", "HearthCore", "HearthCrypto", "HearthDatabase", "HearthFunctions", "HearthFunctionsWire",
            "HearthHTTP", "HearthJSON", "HearthServer", "HearthTesting", "HearthTokens", "HearthTransport",
            "HearthTriggers",
        ]
    ),
    module("HearthTriggers", ["HearthCore", "HearthDatabase", "HearthHTTP", "HearthJSON"]),
    tests(of: "HearthTriggers", ["HearthCore", "HearthDatabase", "HearthHTTP", "HearthJSON", "TriggerWriter"]),
    tool("TriggerWriter", ["HearthCore", "HearthDatabase", "HearthTriggers"], path: "Tests/TriggerWriter"),
]

/// Analytics and crash reports: for both sides, the clients, the collectors.
let telemetry: [Target] = [
    module("HearthTelemetry", ["HearthCore"]),
    tests(of: "HearthTelemetry", ["HearthCore", "HearthTestSupport"]),
    module("HearthAnalyticsModel", ["HearthCore", "HearthJSON", "HearthTelemetry"]),
    tests(of: "HearthAnalyticsModel", ["HearthCore", "HearthJSON", "HearthTestSupport"]),
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
    module(
        "HearthAnalyticsCompat",
        ["HearthAnalytics", "HearthAnalyticsModel", "HearthCore", "HearthFirebaseCore"]
    ),
    .target(name: "CCrash"),
    module("HearthCrashWire", ["HearthCore"]),
    tests(of: "HearthCrashWire", ["HearthCore", "HearthJSON", "HearthTestSupport"]),
    module(
        "HearthCrash",
        [
            "CCrash", "HearthCore", "HearthCrashWire", "HearthHTTP", "HearthJSON", "HearthTelemetry", "HearthTransport",
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
    tool("CrashZoo", ["CZoo", "HearthCore", "HearthCrash", "HearthCrashWire"], path: "Tests/CrashZoo"),
    module("HearthCrashCompat", ["HearthCore", "HearthCrash", "HearthCrashWire", "HearthFirebaseCore"]),
    tests(of: "HearthCrashCompat", ["HearthCrashWire"]),
    tests(of: "HearthAnalyticsCompat", ["HearthAnalyticsModel"]),
    module("HearthTelemetryServer", ["HearthCore", "HearthCrypto", "HearthHTTP", "HearthJSON"]),
    tests(of: "HearthTelemetryServer", ["HearthCore", "HearthHTTP", "HearthJSON"]),
    module(
        "HearthAnalyticsBackend",
        [
            "HearthAnalyticsModel", "HearthCore", "HearthDatabase", "HearthHTTP", "HearthJSON", "HearthTelemetryServer",
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
]

/// The backend inside a test process, and what the tests of this package alone use.
let testing: [Target] = [
    // The code that the catalogues show
    .testTarget(
        name: "CatalogueTests",
        dependencies: libraries.map { .byName(name: $0) },
        swiftSettings: settings
    ),
    module(
        "HearthTesting",
        [
            "HearthAuth", "HearthBackend", "HearthCore", "HearthCrypto", "HearthDatabase", "HearthFirestore",
            "HearthFirestoreBackend", "HearthFirestoreModel", "HearthFirestoreRules", "HearthFirestoreWire",
            "HearthFunctions", "HearthFunctionsHost", "HearthHTTP", "HearthJSON", "HearthTokens", "HearthAnalytics",
            "HearthAnalyticsBackend", "HearthAnalyticsModel", "HearthCrash", "HearthCrashBackend", "HearthCrashWire",
            "HearthTelemetry", "HearthTelemetryServer", "HearthTriggers",
        ]
    ),
    tests(
        of: "HearthTesting",
        [
            "HearthAuth", "HearthBackend", "HearthCore", "HearthFirestoreBackend", "HearthFirestoreModel", "HearthHTTP",
            "HearthJSON",
        ]
    ),
    module("HearthTestSupport", ["HearthAuth", "HearthCore", "HearthHTTP"], path: "Tests/HearthTestSupport"),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "HearthAuth", "HearthBackend", "HearthCore", "HearthFirestore", "HearthFlows", "HearthHTTP", "HearthJSON",
            "HearthServer", "HearthTesting", "HearthTokens", "SessionWriter", "HearthTestSupport",
        ],
        swiftSettings: settings
    ),
]

/// The command-line tool.
let commandLine: [Target] = [
    tool(
        "hearth",
        [
            "CLinux", "HearthAdmin", "HearthAuth", "HearthBackend", "HearthConsole", "HearthCore", "HearthCrypto",
            "HearthDatabase", "HearthFirestore", "HearthFirestoreBackend", "HearthFirestoreModel",
            "HearthFirestoreRules", "HearthFirestoreStore", "HearthFirestoreWire", "HearthFlows", "HearthHTTP",
            "HearthJSON", "HearthModels", "HearthServer",
            "HearthServerCrypto", "HearthTokens", "HearthTransport", "HearthAnalytics", "HearthAnalyticsBackend",
            "HearthAnalyticsModel", "HearthCrash", "HearthCrashBackend", "HearthCrashWire", "HearthTelemetry",
            "HearthFunctions", "HearthFunctionsHost", "HearthTelemetryServer", "HearthTriggers",
        ]
    ),
    tests(
        of: "hearth",
        [
            "HearthAdmin", "HearthAuth", "HearthBackend", "HearthConsole", "HearthCore", "HearthDatabase",
            "HearthFirestoreBackend", "HearthHTTP", "HearthJSON", "HearthModels", "HearthServer", "HearthTesting",
            "HearthTestSupport", "HearthTokens", "HearthTriggers",
        ]
    ),
]

/// The examples, each with its tests.
let examples: [Target] = [
    module(
        "NotesAPI",
        ["HearthAdmin", "HearthCore", "HearthDatabase", "HearthHTTP", "HearthJSON", "HearthTokens"],
        path: "Examples/NotesAPI/NotesAPI"
    ),
    tests(
        of: "NotesAPI",
        [
            "HearthCore", "HearthHTTP", "HearthJSON", "HearthServer", "HearthTesting", "HearthTokens",
            "HearthTransport",
        ]
    ),
    tool(
        "notes-api",
        ["HearthCore", "HearthServer", "HearthTokens", "HearthTransport", "NotesAPI"],
        path: "Examples/NotesAPI/Command"
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
            "HearthAuth", "HearthBackend", "HearthCore", "HearthFirestore", "HearthFunctions", "HearthFunctionsHost",
            "HearthHTTP", "HearthTesting", "PaymentsApp", "PaymentsHost", "PaymentsShared",
        ],
        path: "Examples/Payments/PaymentsTests",
        swiftSettings: settings
    ),
    module("Diary", ["HearthAuth", "HearthCore"], path: "Examples/Diary/Diary"),
    tests(
        of: "Diary",
        ["HearthAuth", "HearthBackend", "HearthCore", "HearthTesting"],
        path: "Examples/Diary/DiaryTests"
    ),
    module("Bookshelf", ["HearthAuth", "HearthFlows"], path: "Examples/Bookshelf/Bookshelf"),
    tests(
        of: "Bookshelf",
        ["HearthAuth", "HearthBackend", "HearthCore", "HearthFlows", "HearthTesting"],
        path: "Examples/Bookshelf/BookshelfTests"
    ),
    module("Orders", ["HearthFirestore"], path: "Examples/Orders/Orders"),
    tests(
        of: "Orders",
        [
            "HearthAuth", "HearthFirebaseCompat", "HearthFirestore", "HearthFirestoreCompat", "HearthTesting",
            "OrdersFirebaseStyle",
        ],
        path: "Examples/Orders/OrdersTests"
    ),
    module("OrdersFirebaseStyle", ["HearthFirestoreCompat", "Orders"], path: "Examples/Orders/FirebaseStyle"),
    tool(
        "orders",
        ["HearthAuth", "HearthFirestore", "Orders"],
        path: "Examples/Orders/Command"
    ),
    module(
        "Telemetry",
        [
            "HearthAnalytics", "HearthAnalyticsCompat", "HearthAnalyticsModel", "HearthCrash", "HearthCrashCompat",
            "HearthCrashWire",
        ],
        path: "Examples/Telemetry/Telemetry"
    ),
    tests(
        of: "Telemetry",
        [
            "HearthAnalytics", "HearthAnalyticsCompat", "HearthAnalyticsModel", "HearthCore", "HearthCrash",
            "HearthCrashCompat", "HearthCrashWire", "HearthFirebaseCore", "HearthTesting",
        ],
        path: "Examples/Telemetry/TelemetryTests"
    ),
    module("FirebaseStyle", ["HearthFirebaseCompat"], path: "Examples/FirebaseStyle"),
    tests(
        of: "FirebaseStyle",
        ["HearthAuth", "HearthCore", "HearthFirebaseCompat", "HearthHTTP", "HearthTesting"]
    ),
]

/// C libraries that the system provides, each imported by one module.
let systemLibraries: [Target] = [
    system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    system("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    system("CArgon2", pkgConfig: "libargon2", apt: "libargon2-dev", brew: "argon2"),
    system("CCrypt", pkgConfig: "libcrypt", apt: "libcrypt-dev", brew: "libxcrypt"),
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite3"),
    system("CNghttp2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev", brew: "libnghttp2"),
    system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
]

let package = Package(
    name: "hearth",
    platforms: [.macOS(.v15), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: libraries.map { .library(name: $0, targets: [$0]) } + [
        .executable(name: "hearth", targets: ["hearth"]),
        .executable(name: "notes-api", targets: ["notes-api"]),
    ],
    targets: sharedLanguage + client + server + firestore + functions + telemetry + testing + commandLine + examples
        + systemLibraries
)
