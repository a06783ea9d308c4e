import Foundation
import HearthFirebaseCompat

/// A telephone as the second step of a sign-in.
final class PhoneStep: Sendable {
    private let auth: Auth

    init(auth: Auth = .auth()) {
        self.auth = auth
    }

    /// Texts a code to a number that is to be enrolled.
    ///
    /// - Returns: What the code has to come back with.
    func beginEnrollment(of number: String) async throws -> String {
        guard let user = auth.currentUser else { throw AppError.noSession }
        let session = try await user.multiFactor.session()
        return try await PhoneAuthProvider.provider(auth: auth)
            .verifyPhoneNumber(number, uiDelegate: nil, multiFactorSession: session)
    }

    func finishEnrollment(_ verificationID: String, code: String, name: String) async throws {
        guard let user = auth.currentUser else { throw AppError.noSession }
        let assertion = PhoneMultiFactorGenerator.assertion(with: credential(verificationID, code))
        try await user.multiFactor.enroll(with: assertion, displayName: name)
    }

    /// A sign-in that waits for a code.
    struct Pending: Sendable {
        let resolver: MultiFactorResolver
        let verificationID: String
        let hint: String
    }

    /// Signs in as far as the password goes, and texts a code if the account wants one.
    ///
    /// - Returns: What waits for the code; `nil` if the user is signed in already.
    func signIn(email: String, password: String) async throws -> Pending? {
        do {
            try await auth.signIn(withEmail: email, password: password)
            return nil
        } catch let error as NSError {
            guard let resolver = error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver,
                let hint = resolver.hints.first as? PhoneMultiFactorInfo
            else { throw AppError(error) }
            let id = try await PhoneAuthProvider.provider(auth: auth)
                .verifyPhoneNumber(with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
            return Pending(resolver: resolver, verificationID: id, hint: hint.phoneNumber)
        }
    }

    func finish(_ pending: Pending, code: String) async throws -> Account {
        let assertion = PhoneMultiFactorGenerator.assertion(with: credential(pending.verificationID, code))
        return Account(try await pending.resolver.resolveSignIn(with: assertion).user)
    }

    private func credential(_ verificationID: String, _ code: String) -> PhoneAuthCredential {
        PhoneAuthProvider.provider(auth: auth)
            .credential(withVerificationID: verificationID, verificationCode: code)
    }
}
