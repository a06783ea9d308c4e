import HearthCore
import HearthDatabase
import Testing

@testable import HearthBackend

extension Routes {
    /// The routes of a backend whose storage stays empty.
    static func forInspection() throws -> Routes { Routes(try .forInspection()) }
}

extension BackendParts {
    /// The parts of a backend whose storage stays empty.
    static func forInspection(_ profile: BackendConfiguration.Profile = .lenient) throws -> BackendParts {
        let project = try #require(ProjectID(rawValue: "demo-test"))
        let store = Store(database: try Database(.memory), log: .silent)
        var configuration = BackendConfiguration(project: project)
        configuration.profile = profile
        let sealing = try Sealing(key: Secret([UInt8](repeating: 7, count: 32)), random: .system)
        return BackendParts(
            configuration,
            BackendEnvironment(),
            sealing: sealing,
            store: store,
            clock: EmulatorClock { .systemNow() },
            mailer: SilentMailer(),
            messenger: SilentTextMessenger(),
            providers: try Providers(
                [],
                store: store,
                sealer: sealing.secrets,
                transport: nil,
                administered: nil,
                environment: BackendEnvironment()
            )
        )
    }
}
