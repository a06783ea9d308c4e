import HearthAuth
import HearthCore
import HearthFunctionsHost
import HearthJSON
import HearthTesting
import Testing

@Suite("Blocking functions, asked by the identity service")
struct BlockingEndToEndTests {
    @Test func `a refused account is not stored, and its user learns why`() async throws {
        let backend = try await TestBackend()
        try await backend.functions.beforeUserCreated(in: backend) { event in
            guard event.user.email?.hasSuffix("@example.com") == true else {
                throw HTTPSError(.permissionDenied, "Members only")
            }
            return UserChanges(displayName: "Member", customClaims: ["member": true])
        }
        let auth = Auth(backend)
        let error = await #expect(throws: AuthError.self) {
            try await auth.createUser(withEmail: "eve@elsewhere.org", password: "correct horse")
        }
        #expect(error?.code == .blockingCloudFunctionError)
        #expect(error?.serverDetail?.contains("Members only") == true)
        // Not there: neither a sign-in nor an account in its place.
        await #expect(throws: AuthError.self) {
            try await auth.signIn(withEmail: "eve@elsewhere.org", password: "correct horse")
        }
        let user = try await auth.createUser(withEmail: "ada@example.com", password: "correct horse").user
        #expect(user.displayName == "Member")
        #expect(try await auth.idTokenResult().claims["member"] == true)
    }

    @Test func `claims of a session are in its tokens, also in refreshed ones, and in no other session's`() async throws
    {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        try await auth.createUser(withEmail: "ada@example.com", password: "correct horse")
        let count = Locked(0)
        try await backend.functions.beforeUserSignedIn(in: backend) { event in
            #expect(event.signInMethod == "password")
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 3 { throw HTTPSError(.resourceExhausted, "Not today") }
            return UserChanges(sessionClaims: ["session": .integer(Int64(number))])
        }
        for number in 1...2 {
            try await auth.signIn(withEmail: "ada@example.com", password: "correct horse")
            #expect(try await auth.idTokenResult().claims["session"]?.integer == Int64(number))
            let refreshed = try await auth.idTokenResult(forcingRefresh: true)
            #expect(refreshed.claims["session"]?.integer == Int64(number))
        }
        let error = await #expect(throws: AuthError.self) {
            try await auth.signIn(withEmail: "ada@example.com", password: "correct horse")
        }
        #expect(error?.serverDetail?.contains("Not today") == true)
    }
}
