internal import Foundation
internal import HearthCore
internal import HearthCrash
internal import HearthCrashWire

/// Where an app's reports go; or why there is nowhere, said once on standard error.
final class CrashPlace: Sendable {
    private struct State: Sendable {
        var reporter: CrashReporter?
        var problem: String?
    }

    private let state: Locked<State>

    init(_ reporter: CrashReporter?, problem: String?) {
        state = Locked(State(reporter: reporter, problem: problem))
    }

    var reporter: CrashReporter? { state.withLock { $0.reporter } }

    func replace(_ other: CrashReporter) {
        state.withLock { $0.reporter = other }
    }

    func complain() {
        let problem = state.withLock { state in
            defer { state.problem = nil }
            return state.problem
        }
        guard let problem else { return }
        FileHandle.standardError.write(Data("⚠ HearthCrashCompat: nothing is recorded, because \(problem).\n".utf8))
    }
}

/// Where reports of an app wait that has not said where they go.
struct UndecidedCrashSink: CrashSink {
    func send(_ report: CrashReport) async -> CrashDelivery { .later(after: nil) }
}
