import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting
import Testing

/// Telephone numbers, from the app to the text message and back.
@Suite("A client, its backend and telephones")
struct PhoneTests {
    private static let number = "+15555550100"
    let backend: TestBackend
    let auth: Auth

    init() async throws {
        backend = try await TestBackend { $0.profile = .strict }
        auth = Auth(backend)
    }

    /// A credential of a code as the user reads it.
    private func credential(_ number: String = number, from client: Auth? = nil) async throws -> PhoneAuthCredential {
        let id = try await PhoneAuthProvider(client ?? auth).verifyPhoneNumber(number)
        let text = try await backend.inbox.nextText(to: number)
        return PhoneAuthProvider.credential(withVerificationID: id, verificationCode: text.code)
    }

    @Test func `someone new signs in, and again`() async throws {
        let result = try await auth.signIn(with: try await credential())
        #expect(result.additionalUserInfo.isNewUser && result.user.phoneNumber == Self.number)
        #expect(result.additionalUserInfo.providerID == "phone" && !result.user.isAnonymous)
        #expect(result.user.providerData.map(\.providerID) == ["phone"])
        try await auth.signOut()
        let again = try await auth.signIn(with: try await credential())
        #expect(again.user.uid == result.user.uid && !again.additionalUserInfo.isNewUser)
    }

    @Test func `a wrong code, a used one, an old one and none are typed errors`() async throws {
        let provider = PhoneAuthProvider.provider(auth: auth)
        let id = try await provider.verifyPhoneNumber(Self.number)
        let typed = try await backend.inbox.nextText(to: Self.number).code
        func signIn(_ id: String, _ typed: String) async -> AuthError.Code? {
            await code { () throws(AuthError) in
                let credential = provider.credential(withVerificationID: id, verificationCode: typed)
                return try await auth.signIn(with: credential)
            }
        }
        #expect(await signIn(id, "12345") == .invalidVerificationCode)
        #expect(await signIn(id, "") == .missingVerificationCode)
        #expect(await signIn("", typed) == .missingVerificationID)
        #expect(await signIn("nonsense", typed) == .invalidVerificationID)
        #expect(await signIn(id, typed) == nil)
        #expect(await signIn(id, typed) == .invalidVerificationID)
        let late = try await provider.verifyPhoneNumber(Self.number)
        let lateCode = try await backend.inbox.nextText(to: Self.number).code
        backend.clock.advance(by: .minutes(10))
        #expect(await signIn(late, lateCode) == .sessionExpired)
        #expect(await code { () throws(AuthError) in try await provider.verifyPhoneNumber("") } == .missingPhoneNumber)
        #expect(
            await code { () throws(AuthError) in try await provider.verifyPhoneNumber("555") } == .invalidPhoneNumber
        )
    }

    @Test func `a guest keeps the account and changes the number`() async throws {
        let guest = try await auth.signInAnonymously().user
        let user = try await guest.link(with: try await credential()).user
        #expect(user.uid == guest.uid && user.phoneNumber == Self.number && !user.isAnonymous)
        let twice = try await credential("+15555550101")
        #expect(await code { () throws(AuthError) in try await user.link(with: twice) } == .providerAlreadyLinked)
        let changed = try await user.updatePhoneNumber(twice)
        #expect(changed.uid == guest.uid && changed.phoneNumber == "+15555550101")
        let password = EmailAuthProvider.credential(withEmail: "eve@example.com", password: "correct horse")
        #expect(
            await code { () throws(AuthError) in try await user.updatePhoneNumber(password) } == .invalidCredential
        )
    }

    @Test func `a number that is another account's comes with a credential to sign in to it`() async throws {
        let owner = try await Auth(backend).signIn(with: try await credential()).user
        let guest = try await auth.signInAnonymously().user
        let taken = try await credential()
        let error = await failure { () throws(AuthError) in try await guest.link(with: taken) }
        #expect(error?.code == .credentialAlreadyInUse && auth.currentUser?.uid == guest.uid)
        let left = try #require(error?.collision?.credential)
        #expect(await code { () throws(AuthError) in try await guest.link(with: left) } == .phoneNumberAlreadyInUse)
        #expect(try await auth.signIn(with: left).user.uid == owner.uid)
        #expect(await code { () throws(AuthError) in try await auth.signIn(with: left) } == .invalidVerificationID)
    }

    @Test func `a user confirms who they are, and no one else does`() async throws {
        let user = try await auth.signIn(with: try await credential()).user
        backend.clock.advance(by: .minutes(6))
        #expect(await code { () throws(AuthError) in try await user.delete() } == .requiresRecentLogin)
        let nobody = try await credential("+15555550101")
        #expect(await code { () throws(AuthError) in try await user.reauthenticate(with: nobody) } == .userMismatch)
        try await Auth(backend).signIn(with: nobody)
        let other = try await credential("+15555550101")
        #expect(await code { () throws(AuthError) in try await user.reauthenticate(with: other) } == .userMismatch)
        #expect(auth.currentUser?.uid == user.uid)
        #expect(try await user.reauthenticate(with: try await credential()).user.uid == user.uid)
        try await user.delete()
    }

    @Test func `a disabled account stays closed`() async throws {
        let backend = try await TestBackend()
        let auth = Auth(backend)
        let user = try await auth.signIn(with: try await credential(of: backend, auth)).user
        try await backend.disable(user.uid)
        let again = try await credential(of: backend, auth)
        #expect(await code { () throws(AuthError) in try await auth.signIn(with: again) } == .userDisabled)
    }

    private func credential(of backend: TestBackend, _ auth: Auth) async throws -> PhoneAuthCredential {
        let id = try await PhoneAuthProvider(auth).verifyPhoneNumber(Self.number)
        let text = try await backend.inbox.nextText(to: Self.number)
        return PhoneAuthProvider.credential(withVerificationID: id, verificationCode: text.code)
    }
}
