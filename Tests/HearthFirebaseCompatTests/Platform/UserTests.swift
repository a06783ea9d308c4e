import Foundation
import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

@Suite("A user")
struct UserTests {
    private static let eve = "eve@example.com"
    let test: TestApp
    let user: User
    var auth: Auth { test.auth }

    init() async throws {
        test = try await TestApp()
        user = try await test.auth.createUser(withEmail: Self.eve, password: "correct horse").user
    }

    @Test func `is one object, which shows what is known now`() async throws {
        #expect(auth.currentUser === user && auth.currentUser == user)
        let other = try test.another()
        let elsewhere = try await other.signIn(withEmail: Self.eve, password: "correct horse").user
        let request = elsewhere.createProfileChangeRequest()
        request.displayName = "Eve"
        request.photoURL = URL(string: "https://example.com/eve.png")
        try await request.commitChanges()
        #expect(user.displayName == nil)
        try await user.reload()
        #expect(user.displayName == "Eve" && user.photoURL?.absoluteString == "https://example.com/eve.png")
        #expect(auth.currentUser === user)
    }

    @Test func `shows the account`() {
        #expect(user.email == Self.eve && !user.isEmailVerified && !user.isAnonymous)
        #expect(user.phoneNumber == nil && user.photoURL == nil && user.displayName == nil && user.tenantID == nil)
        let now = Double(test.backend.clock.now.seconds)
        #expect(user.metadata.creationDate?.timeIntervalSince1970.rounded(.down) == now)
        #expect(user.metadata.lastSignInDate != nil)
        let provider = user.providerData.first
        #expect(provider?.providerID == "password" && provider?.email == Self.eve && provider?.photoURL == nil)
        #expect("\(user)" == "User(\(user.uid))" && user.multiFactor.enrolledFactors.isEmpty)
    }

    @Test func `changes the profile and takes it back`() async throws {
        let request = user.createProfileChangeRequest()
        request.displayName = "Eve"
        let error = await completed { request.commitChanges(completion: $0) }
        #expect(error == nil && user.displayName == "Eve")
        request.displayName = "Eve A."
        try await request.commitChanges()
        #expect(user.displayName == "Eve A.")
        let undo = user.createProfileChangeRequest()
        #expect(undo.displayName == "Eve A." && undo.photoURL == nil)
        undo.displayName = nil
        try await undo.commitChanges()
        #expect(user.displayName == nil)
    }

    @Test func `changes address and password`() async throws {
        try await user.updatePassword(to: "another horse")
        try await user.updateEmail(to: "ada@example.com")
        #expect(user.email == "ada@example.com")
        #expect(await completed { user.updatePassword(to: "", completion: $0) }?.authCode == .weakPassword)
        #expect(await completed { user.updateEmail(to: "nonsense", completion: $0) }?.authCode == .invalidEmail)
        #expect(await completed { user.reload(completion: $0) } == nil)
        try await auth.signIn(withEmail: "ada@example.com", password: "another horse")
    }

    @Test func `gets mail`() async throws {
        try await user.sendEmailVerification()
        _ = try await test.backend.inbox.next(.verifyEmail, to: Self.eve)
        #expect(await completed { user.sendEmailVerification(completion: $0) } == nil)
        let mail = try await test.backend.inbox.next(.verifyEmail, to: Self.eve)
        #expect(await completed { auth.applyActionCode(mail.code, completion: $0) } == nil)
        try await user.reload()
        #expect(user.isEmailVerified)
        try await user.sendEmailVerification(beforeUpdatingEmail: "ada@example.com")
        _ = try await test.backend.inbox.next(.verifyAndChangeEmail, to: "ada@example.com")
        let error = await completed { user.sendEmailVerification(beforeUpdatingEmail: "", completion: $0) }
        #expect(error?.authCode == .missingEmail)
    }

    @Test func `has a telephone number, and changes it`() async throws {
        let provider = PhoneAuthProvider.provider(auth: auth)
        for number in ["+15555550100", "+15555550101"] {
            let id = try await provider.verifyPhoneNumber(number)
            let code = try await test.backend.inbox.nextText(to: number).code
            try await user.updatePhoneNumber(provider.credential(withVerificationID: id, verificationCode: code))
            #expect(user.phoneNumber == number)
        }
        let wrong = provider.credential(withVerificationID: "", verificationCode: "123456")
        #expect(await completed { user.updatePhoneNumber(wrong, completion: $0) }?.authCode == .missingVerificationID)
    }

    @Test func `has tokens`() async throws {
        let token = try await user.getIDToken()
        #expect(await completed { user.getIDToken(completion: $0) }.value == token)
        #expect(try await user.getIDToken(forcingRefresh: false) == token)
        test.backend.clock.advance(by: .seconds(1))
        let fresh = await completed { user.getIDTokenForcingRefresh(true, completion: $0) }.value
        #expect(fresh != nil && fresh != token)
        #expect(try await user.getIDTokenForcingRefresh(false) == fresh)
        #expect(user.refreshToken?.isEmpty == false)
    }

    @Test func `has tokens that say who it is`() async throws {
        let result = try await user.getIDTokenResult(forcingRefresh: true)
        #expect(result.claims["user_id"] as? String == user.uid && result.claims["email"] as? String == Self.eve)
        #expect(result.claims["email_verified"] as? Bool == false)
        #expect((result.claims["firebase"] as? [String: Any])?["sign_in_provider"] as? String == "password")
        let seconds = try #require(result.claims["exp"] as? Int)
        #expect(result.claims["exp"] as? Double == Double(seconds))
        #expect(result.expirationDate == Date(timeIntervalSince1970: Double(seconds)))
        #expect(result.issuedAtDate < result.expirationDate && result.authDate <= result.issuedAtDate)
        #expect(result.signInProvider == "password" && result.signInSecondFactor.isEmpty)
        #expect(!"\(result)".contains(result.token))
        #expect(await completed { user.getIDTokenResult(completion: $0) }.value?.token == result.token)
        let again = await completed { user.getIDTokenResult(forcingRefresh: false, completion: $0) }
        #expect(again.value?.token == result.token)
    }

    @Test func `is refused when signed out, and right again when signed in`() async throws {
        try auth.signOut()
        #expect(user.email == Self.eve && user.refreshToken == nil && auth.currentUser == nil)
        #expect(await thrown { _ = try await user.getIDToken() }?.authCode == .userTokenExpired)
        #expect(await thrown { try await user.reload() }?.authCode == .userTokenExpired)
        try await auth.signIn(withEmail: Self.eve, password: "correct horse")
        _ = try await user.getIDToken()
    }

    @Test func `is deleted`() async throws {
        #expect(await completed { user.delete(completion: $0) } == nil)
        #expect(auth.currentUser == nil)
        #expect(await thrown { try await user.delete() }?.authCode == .userTokenExpired)
    }
}
