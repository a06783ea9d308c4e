import HearthTesting
import Testing

@testable import FirebaseStyle

/// The one who waits for either handler.
private func outcome(
    _ call: (@escaping () -> Void, @escaping (String) -> Void) -> Void
) async -> String? {
    await withCheckedContinuation { continuation in
        call({ continuation.resume(returning: nil) }, { continuation.resume(returning: $0) })
    }
}

@Suite("Accounts with handlers")
struct AuthenticationManagerTests {
    @Test func `one of the two handlers is called`() async throws {
        let app = try await TestApp()
        let manager = AuthenticationManager(auth: app.auth)
        let email = "eve@example.com"
        let signUp = await outcome { success, failure in
            manager.signUp(email: email, password: "correct horse", successHandler: success, errorHandler: failure)
        }
        #expect(signUp == nil && app.accounts.current?.email == email)
        let wrong = await outcome { success, failure in
            manager.signIn(email: email, password: "wrong", successHandler: success, errorHandler: failure)
        }
        #expect(wrong == "The e-mail address or the password is wrong.")
        let reset = await outcome { success, failure in
            manager.passwordReset(email: email, successHandler: success, errorHandler: failure)
        }
        #expect(reset == nil)
        _ = try await app.backend.inbox.next(.passwordReset, to: email)
    }
}
