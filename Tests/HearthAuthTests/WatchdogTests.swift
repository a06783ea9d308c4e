import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

/// Every operation, in every state, against every kind of answer: each ends, with a result or a typed error.
@Suite("Nothing hangs and nothing traps")
struct WatchdogTests {
    /// Every public operation that waits for something.
    enum Action: CaseIterable {
        case createUser, signIn, signInAnonymously, signInWithCustomToken, idTokenResult, sendPasswordReset
        case verifyPasswordResetCode, confirmPasswordReset, applyActionCode, signOut
        case userIDToken, reload, updateProfile, updatePassword, updateEmail, sendEmailVerification
        case verifyBeforeUpdate, link, delete

        func run(_ auth: Auth, _ user: User?) async throws(AuthError) {
            switch self {
            case .createUser: try await auth.createUser(withEmail: "n@example.com", password: "horse")
            case .signIn: try await auth.signIn(withEmail: "eve@example.com", password: "horse")
            case .signInAnonymously: try await auth.signInAnonymously()
            case .signInWithCustomToken: try await auth.signIn(withCustomToken: "x")
            case .idTokenResult: _ = try await auth.idTokenResult(forcingRefresh: true)
            case .sendPasswordReset: try await auth.sendPasswordReset(withEmail: "eve@example.com")
            case .verifyPasswordResetCode: _ = try await auth.verifyPasswordResetCode("code")
            case .confirmPasswordReset: try await auth.confirmPasswordReset(withCode: "c", newPassword: "horse")
            case .applyActionCode: try await auth.applyActionCode("code")
            case .signOut: try await auth.signOut()
            case .userIDToken: _ = try await user?.idToken(forcingRefresh: true)
            case .reload: try await user?.reload()
            case .updateProfile: try await user?.updateProfile(displayName: .set("x"))
            case .updatePassword: try await user?.updatePassword(to: "other horse")
            case .updateEmail: try await user?.updateEmail(to: "new@example.com")
            case .sendEmailVerification: try await user?.sendEmailVerification()
            case .verifyBeforeUpdate: try await user?.sendEmailVerification(beforeUpdatingEmail: "n@example.com")
            case .link: try await user?.link(withEmail: "n@example.com", password: "x")
            case .delete: try await user?.delete()
            }
        }
    }

    static let faults: [FakeService.Fault?] = [
        nil, .transport(.unreachable), .transport(.cancelled), .refuse("INTERNAL_ERROR", status: 500),
        .refuse("INVALID_ID_TOKEN"), .refuse("USER_NOT_FOUND"), .refuse(""), .refuse(":"),
        .answer(status: 200, body: Array("<html></html>".utf8)), .answer(status: 200, body: []),
        .answer(status: 404, body: []), .answer(status: 200, body: Array(#"{"idToken":"a.b"#.utf8)),
        .answer(status: 200, body: Array(#"{"idToken":1,"refreshToken":[],"users":{},"localId":false}"#.utf8)),
        .answer(status: 200, body: Array(#"{"idToken":"a.b.c","refreshToken":"r","users":[]}"#.utf8)),
        .answer(status: 200, body: Array(#"{"users":[{"localId":"x"},{}]}"#.utf8)),
        .answer(status: 400, body: Array(#"{"error":{"message":{}}}"#.utf8)),
        .answer(status: 400, body: Array(#"{"error":[]}"#.utf8)), .answer(status: 200, body: Array("null".utf8)),
        .answer(status: 99, body: []), .answer(status: 200, body: [0xFF, 0xFE, 0x00]),
        .answer(status: 200, body: Array(repeating: UInt8(ascii: "["), count: 10_000_000)),
    ]

    static let operations = [
        "signUp", "signInWithPassword", "signInWithCustomToken", "token", "lookup", "update", "delete", "sendOobCode",
        "resetPassword",
    ]

    @Test(arguments: faults.indices)
    func `each operation ends, whatever is answered`(_ fault: Int) async throws {
        for action in Action.allCases {
            for isSignedIn in [true, false] {
                let fixture = Fixture()
                let user = isSignedIn ? try await fixture.signIn() : nil
                for operation in Self.operations { fixture.service.always(operation, Self.faults[fault]) }
                let error = await Self.watched {
                    await failure { () throws(AuthError) in
                        try await action.run(fixture.auth, user)
                    }
                }
                #expect(error != nil, "an operation did not end")
            }
        }
    }

    @Test(arguments: Action.allCases)
    func `each operation ends within 50 ms of its cancellation`(_ action: Action) async throws {
        let isPrompt = try await endsPromptly {
            let fixture = Fixture()
            let user = try await fixture.signIn()
            fixture.clock.advance(by: .hours(2))
            let (duration, error) = await Self.cancel(action, fixture, user)
            // Signing out asks no one, so that it is over before it can be cancelled.
            if let error { #expect(error.code == .cancelled) }
            return duration
        }
        #expect(isPrompt)
    }

    @Test(arguments: Action.allCases)
    func `each operation ends within 50 ms of its cancellation while the storage is silent`(_ action: Action) async {
        let isPrompt = await endsPromptly {
            let fixture = Fixture(storage: FaultyStorage(loadGate: Gate()))
            return await Self.cancel(action, fixture, nil).0
        }
        #expect(isPrompt)
    }

    /// How long an operation takes to end once it is cancelled, and how it ends.
    private static func cancel(_ action: Action, _ fixture: Fixture, _ user: User?) async -> (Duration, AuthError?) {
        for operation in operations { fixture.service.always(operation, .hold(Gate())) }
        let task = Task { await failure { () throws(AuthError) in try await action.run(fixture.auth, user) } }
        await stepAside(200)
        let start = ContinuousClock.now
        task.cancel()
        let error = await task.value
        return (ContinuousClock.now - start, error)
    }

    @Test(arguments: 0..<300)
    func `no damaged answer traps`(_ seed: Int) async throws {
        var random = SeededRandom(seed)
        let fixture = Fixture()
        let user = try await fixture.signIn()
        let damage = Locked(random)
        for operation in Self.operations {
            fixture.service.always(
                operation,
                .change { document in
                    damage.withLock { random in Self.damaged(document, &random) }
                }
            )
        }
        for _ in 0..<4 {
            guard let action = Action.allCases.randomElement(using: &random) else { continue }
            _ = await failure { () throws(AuthError) in try await action.run(fixture.auth, user) }
        }
        if let current = fixture.auth.currentUser { #expect(!current.uid.isEmpty) }
    }

    /// The document with one of its values replaced.
    private static func damaged(_ value: JSONValue, _ random: inout SeededRandom) -> JSONValue {
        let other: [JSONValue] = [.null, 0, -1, 1e300, "", "x.y.z", true, [], [:], .string(FakeToken.make("mallory"))]
        switch value {
        case .object(var object) where !object.isEmpty:
            let name = object.names[Int.random(in: 0..<object.count, using: &random)]
            object[name] = object[name].map { damaged($0, &random) }
            return .object(object)
        case .array(var values) where !values.isEmpty:
            let index = Int.random(in: values.indices, using: &random)
            values[index] = damaged(values[index], &random)
            return .array(values)
        default: return other[Int.random(in: other.indices, using: &random)]
        }
    }

    /// What work returns, or `nil` after ten seconds.
    private static func watched(_ work: @escaping @Sendable () async -> AuthError?) async -> AuthError?? {
        await withTaskGroup(of: AuthError??.self) { group in
            group.addTask { .some(await work()) }
            group.addTask {
                try? await Task.sleep(for: .seconds(10))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
