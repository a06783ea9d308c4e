import HearthFirebaseCompat
import HearthTesting
import Testing

@Suite("Many callers at once")
struct LoadTests {
    @Test func `everything at once leaves one user and no caller without an answer`() async throws {
        let test = try await TestApp()
        let auth = test.auth
        try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        let answers = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<400 {
                group.addTask { await Self.act(number % 8, auth) }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answers == 400)
        let user = try await auth.signIn(withEmail: "eve@example.com", password: "correct horse").user
        #expect(auth.currentUser === user)
        #expect(try await user.getIDTokenResult().claims["user_id"] as? String == user.uid)
    }

    /// One of the things that apps do, whatever comes of it.
    private static func act(_ number: Int, _ auth: Auth) async -> Bool {
        switch number {
        case 0: try? auth.signOut()
        case 1: _ = try? await auth.signIn(withEmail: "eve@example.com", password: "correct horse")
        case 2: _ = try? await auth.currentUser?.getIDToken(forcingRefresh: true)
        case 3: try? await auth.currentUser?.reload()
        case 4: return await completed { auth.signInAnonymously(completion: $0) }.isAnswer
        case 5: auth.removeStateDidChangeListener(auth.addStateDidChangeListener { _, _ in })
        case 6: for await _ in auth.authStateChanges { break }
        default: _ = auth.currentUser?.refreshToken
        }
        return true
    }

    @Test func `who signed out last is signed out, whatever was on its way`() async throws {
        let test = try await TestApp()
        for _ in 0..<50 {
            async let signIn = try? test.auth.signInAnonymously()
            async let token = try? test.auth.currentUser?.getIDToken(forcingRefresh: true)
            _ = await (signIn, token)
            try test.auth.signOut()
            #expect(test.auth.currentUser == nil)
        }
    }
}

extension Completed {
    /// Whether there is either a value or an error.
    var isAnswer: Bool { (value == nil) != (error == nil) }
}
