import Foundation
import HearthFirebaseCompat
import HearthTesting
import Testing

/// Credentials of other providers, and the conflicts that they meet.
@Suite("Providers")
struct ProviderTests {
    let test: TestApp
    var auth: Auth { test.auth }

    init() async throws {
        test = try await TestApp()
    }

    private func google(_ sub: String, email: String? = nil) -> AuthCredential {
        let claims = email.map { #"{"sub":"\#(sub)","email":"\#($0)","email_verified":true}"# } ?? #"{"sub":"\#(sub)"}"#
        return GoogleAuthProvider.credential(withIDToken: claims, accessToken: "access")
    }

    @Test(
        arguments: [
            (EmailAuthProvider.credential(withEmail: "eve@example.com", password: "correct horse"), "password"),
            (EmailAuthProvider.credential(withEmail: "eve@example.com", link: "https://example.com"), "password"),
            (GoogleAuthProvider.credential(withIDToken: "id", accessToken: "access"), "google.com"),
            (FacebookAuthProvider.credential(withAccessToken: "access"), "facebook.com"),
            (GitHubAuthProvider.credential(withToken: "access"), "github.com"),
            (TwitterAuthProvider.credential(withToken: "access", secret: "secret"), "twitter.com"),
            (OAuthProvider.credential(withProviderID: "apple.com", idToken: "id", rawNonce: nil), "apple.com"),
            (OAuthProvider.credential(withProviderID: "github.com", accessToken: "access"), "github.com"),
            (OAuthProvider.credential(providerID: .apple, idToken: "id", rawNonce: "nonce"), "apple.com"),
            (OAuthProvider.credential(providerID: .custom("oidc.staff"), idToken: "id"), "oidc.staff"),
            (OAuthProvider.appleCredential(withIDToken: "id", rawNonce: "nonce", fullName: nil), "apple.com"),
        ]
    )
    func `each provider makes credentials of its own`(credential: AuthCredential, provider: String) {
        #expect(credential.provider == provider)
        #expect(!"\(credential)".contains("access") && !"\(credential)".contains("secret"))
    }

    @Test func `providers have the names of the protocol`() {
        let names = [EmailAuthProvider.id, GoogleAuthProvider.id, FacebookAuthProvider.id, GitHubAuthProvider.id]
        #expect(names == ["password", "google.com", "facebook.com", "github.com"])
        #expect(TwitterAuthProvider.id == "twitter.com" && AuthProviderID.gameCenter.rawValue == "gc.apple.com")
        #expect(AuthProviderID.email.rawValue == EmailAuthProvider.id && AuthProviderID.phone.rawValue == "phone")
        #expect(AuthProviderID.twoWayNames == [GoogleAuthProvider.id, FacebookAuthProvider.id, GitHubAuthProvider.id])
    }

    @Test func `Apple's name arrives`() async throws {
        var name = PersonNameComponents()
        name.givenName = "Ada"
        name.familyName = "Lovelace"
        let credential = OAuthProvider.appleCredential(withIDToken: #"{"sub":"a1"}"#, rawNonce: "nonce", fullName: name)
        #expect(try await auth.signIn(with: credential).user.displayName == "Ada Lovelace")
    }

    @Test func `what the provider told is passed on`() async throws {
        let result = try await auth.signIn(with: google("g1", email: "ada@gmail.com"))
        let info = try #require(result.additionalUserInfo)
        #expect(info.isNewUser && info.providerID == "google.com")
        #expect(info.profile?["email"] as? String == "ada@gmail.com")
        #expect(result.credential?.provider == "google.com" && result.credential?.idToken != nil)
        #expect(result.user.providerData.map(\.providerID) == ["google.com"])
        #expect(result.user.providerData.first?.uid == "g1")
        #expect(result.user.providerID == "Firebase")
    }

    @Test func `a guest becomes someone, once`() async throws {
        let guest = try await auth.signInAnonymously().user
        let linked = await completed { guest.link(with: google("g1", email: "ada@gmail.com"), completion: $0) }
        #expect(linked.value?.user === guest && !guest.isAnonymous)
        let twice = await thrown { try await guest.link(with: google("g2")) }
        #expect(twice?.authCode == .providerAlreadyLinked)
    }

    @Test func `a credential that is taken comes back with the error, to sign in with`() async throws {
        let owner = try await auth.signIn(with: google("g1", email: "ada@gmail.com")).user
        let guest = try await test.another().signInAnonymously().user
        let error = try #require(await thrown { try await guest.link(with: google("g1")) })
        #expect(error.authCode == .credentialAlreadyInUse)
        let updated = try #require(error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
        #expect(try await auth.signIn(with: updated).user.uid == owner.uid)
    }

    @Test func `an address that has another sign-in method is told, with the credential to link`() async throws {
        let user = try await test.verifiedUser("ada@example.com")
        let claims = #"{"sub":"f1","email":"ada@example.com"}"#
        let facebook = OAuthProvider.credential(withProviderID: "facebook.com", idToken: claims)
        let error = try #require(await thrown { try await auth.signIn(with: facebook) })
        #expect(error.authCode == .accountExistsWithDifferentCredential)
        #expect(error.userInfo[AuthErrorUserInfoEmailKey] as? String == "ada@example.com")
        let updated = try #require(error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
        try await auth.signIn(withEmail: "ada@example.com", password: "correct horse")
        #expect(try await #require(auth.currentUser).link(with: updated).user.uid == user.uid)
        #expect(Set(user.providerData.map(\.providerID)) == ["password", "facebook.com"])
    }

    @Test func `a sign-in method is taken away, the last one too`() async throws {
        let user = try await auth.signIn(with: google("g1")).user
        #expect(try await user.unlink(fromProvider: "google.com") === user)
        #expect(user.providerData.isEmpty)
        let none = await completed { user.unlink(fromProvider: "google.com", completion: $0) }
        #expect(none.code == .noSuchProvider)
    }

    @Test func `reauthenticating as someone else is refused and changes nothing`() async throws {
        try await auth.signIn(with: google("g2"))
        let user = try await auth.signIn(with: google("g1")).user
        let other = await thrown { try await user.reauthenticate(with: google("g2")) }
        #expect(other?.authCode == .userMismatch && auth.currentUser === user)
        let same = await completed { user.reauthenticate(with: google("g1"), completion: $0) }
        #expect(same.value?.user === user)
    }
}

extension AuthProviderID {
    fileprivate static var twoWayNames: [String] { [google, facebook, gitHub].map(\.rawValue) }
}
