import Foundation
import HearthFirebaseCompat
import Testing

@Suite("The classes of credentials")
struct CredentialClassTests {
    private func archive(_ object: some NSObject & NSCoding) throws -> Data {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(object, forKey: "credential")
        archiver.finishEncoding()
        return archiver.encodedData
    }

    private func read<Object: NSObject & NSCoding>(_ data: Data, as type: Object.Type) throws -> Object? {
        let reader = try NSKeyedUnarchiver(forReadingFrom: data)
        reader.requiresSecureCoding = true
        return reader.decodeObject(of: type, forKey: "credential")
    }

    @Test func `are told apart as FirebaseAuth's are`() throws {
        let password: AuthCredential = EmailAuthProvider.credential(withEmail: "eve@example.com", password: "secret")
        let google: AuthCredential = GoogleAuthProvider.credential(withIDToken: "id", accessToken: "access")
        let apple: AuthCredential = OAuthProvider.appleCredential(withIDToken: "id", rawNonce: "n", fullName: nil)
        #expect(!(password is OAuthCredential) && !(password is PhoneAuthCredential))
        #expect(!(google is PhoneAuthCredential))
        #expect((apple as? OAuthCredential)?.idToken == "id")
        #expect(!"\(apple)".contains("id)") && "\(apple)" == "OAuthCredential(apple.com)")
    }

    @Test func `come back from an archive`() throws {
        let credential = OAuthProvider.credential(
            withProviderID: "oidc.staff",
            idToken: "id",
            rawNonce: "nonce",
            accessToken: "access"
        )
        let again = try #require(try read(try archive(credential), as: OAuthCredential.self))
        #expect(again.provider == "oidc.staff" && again.idToken == "id" && again.accessToken == "access")
    }

    // That an archive of another class is refused is Foundation's work; on Linux it ends the process instead.
    @Test func `what is no archive is refused`() throws {
        #expect(throws: (any Error).self) { try read(Data("nonsense".utf8), as: OAuthCredential.self) }
    }
}

@Suite("An authenticator app on this device")
@MainActor
struct OTPAppTests {
    @Test func `is opened with the key's address, and with nothing else`() async throws {
        let test = try await TestApp()
        let user = try await test.verifiedUser("eve@example.com")
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.session())
        let address = secret.generateQRCodeURL(withAccountName: "eve", issuer: "Shop")
        // This system has no app of its own for such addresses.
        #expect(TOTPSecret.openAddress == nil && !secret.openInOTPApp(withQRCodeURL: address))
        var opened: [String] = []
        TOTPSecret.openAddress = { url in
            opened.append(url.absoluteString)
            return true
        }
        defer { TOTPSecret.openAddress = nil }
        #expect(secret.openInOTPApp(withQRCodeURL: address))
        #expect(!secret.openInOTPApp(withQRCodeURL: "https://example.com"))
        #expect(opened == [address])
    }
}

@Suite("Plain closures")
struct PlainClosureTests {
    /// An object of no isolation, as many view models for FirebaseAuth are.
    private final class Model {
        var email: String?
        var waiter: CheckedContinuation<Void, Never>?

        func signUp(_ auth: Auth) {
            auth.createUser(withEmail: "eve@example.com", password: "correct horse") { result, _ in
                self.email = result?.user.email
                self.waiter?.resume()
            }
        }
    }

    @Test func `may capture what is not sendable`() async throws {
        let test = try await TestApp()
        let model = Model()
        await withCheckedContinuation { waiter in
            model.waiter = waiter
            model.signUp(test.auth)
        }
        #expect(model.email == "eve@example.com")
    }
}

@Suite("Access groups")
struct AccessGroupTests {
    @Test func `are refused where no keychain is shared, and nothing changes`() async throws {
        let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
        options.apiKey = "key"
        FirebaseApp.configure(name: "groups", options: options)
        let app = try #require(FirebaseApp.app(name: "groups"))
        let auth = Auth.auth(app: app)
        let error = #expect(throws: NSError.self) { try auth.useUserAccessGroup("TEAM.group") }
        #expect(error?.code == AuthErrorCode.keychainError.rawValue && auth.userAccessGroup == nil)
        #expect(throws: NSError.self) { try auth.getStoredUser(forAccessGroup: "TEAM.group") }
        try auth.useUserAccessGroup(nil)
        auth.shareAuthStateAcrossDevices = true
        #expect(auth.shareAuthStateAcrossDevices)
        await app.delete()
    }

    @Test func `a client of the app's own is not moved`() async throws {
        let test = try await TestApp()
        #expect(throws: NSError.self) { try test.auth.useUserAccessGroup("TEAM.group") }
        #expect(throws: NSError.self) { try test.auth.getStoredUser(forAccessGroup: nil) }
    }
}
