import Foundation
import HearthFirebaseCompat

package enum ScreenHint: Sendable, Equatable {
    case phone(name: String?, uid: String, number: String)
    case app(name: String?, uid: String)
}

/// A second factor that is being added; the key is kept as an object, so that screens need not know its type.
package struct ScreenEnrollment {
    package let session: MultiFactorSession
    package let key: String?
    package let keyURL: URL?
    let secret: AnyObject?
}

extension ScreenService {
    package func startEnrollment(withApp isApp: Bool, issuer: String) async throws -> ScreenEnrollment {
        guard let user = auth.currentUser else { throw ScreenError.noCurrentUser }
        let session = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<MultiFactorSession, Error>) in
            user.multiFactor.getSessionWithCompletion { session, error in
                if let error = error {
                    continuation.resume(throwing: error)
                } else if let session = session {
                    continuation.resume(returning: session)
                } else {
                    continuation.resume(throwing: ScreenError.secondFactor("no session"))
                }
            }
        }
        guard isApp else { return ScreenEnrollment(session: session, key: nil, keyURL: nil, secret: nil) }
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
        let address = secret.generateQRCodeURL(withAccountName: user.email ?? "User", issuer: issuer)
        return ScreenEnrollment(
            session: session,
            key: secret.sharedSecretKey(),
            keyURL: URL(string: address),
            secret: secret
        )
    }

    package func sendCode(to number: String, for enrollment: ScreenEnrollment) async throws -> String {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, Error>) in
            PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber(
                number,
                uiDelegate: nil,
                multiFactorSession: enrollment.session
            ) { id, error in
                if let error = error {
                    continuation.resume(throwing: error)
                } else if let id = id {
                    continuation.resume(returning: id)
                } else {
                    continuation.resume(throwing: ScreenError.secondFactor("no code was texted"))
                }
            }
        }
    }

    package func finish(
        _ enrollment: ScreenEnrollment,
        verificationID: String? = nil,
        code: String,
        name: String
    ) async throws {
        guard let user = auth.currentUser else { throw ScreenError.noCurrentUser }
        let assertion: MultiFactorAssertion
        if let secret = enrollment.secret {
            guard let secret = secret as? TOTPSecret else { throw ScreenError.secondFactor("another object") }
            assertion = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: code)
        } else {
            guard let verificationID else { throw ScreenError.secondFactor("no code was texted") }
            let credential = PhoneAuthProvider.provider(auth: auth)
                .credential(withVerificationID: verificationID, verificationCode: code)
            assertion = PhoneMultiFactorGenerator.assertion(with: credential)
        }
        try await withReauthentication(of: user) {
            try await user.multiFactor.enroll(with: assertion, displayName: name)
        }
        currentUser = auth.currentUser
    }

    package func unenroll(_ factorUID: String) async throws -> [MultiFactorInfo] {
        guard let user = auth.currentUser else { throw ScreenError.noCurrentUser }
        try await withReauthentication(of: user) {
            try await user.multiFactor.unenroll(withFactorUID: factorUID)
        }
        return auth.currentUser?.multiFactor.enrolledFactors ?? []
    }

    func hints(of resolver: MultiFactorResolver) -> [ScreenHint] {
        resolver.hints.map { hint in
            if hint.factorID == PhoneMultiFactorID, let phone = hint as? PhoneMultiFactorInfo {
                return .phone(name: phone.displayName, uid: phone.uid, number: phone.phoneNumber)
            }
            return .app(name: hint.displayName, uid: hint.uid)
        }
    }

    package func sendCode(toHint index: Int) async throws -> String {
        guard let resolver, resolver.hints.indices.contains(index),
            let phone = resolver.hints[index] as? PhoneMultiFactorInfo
        else { throw ScreenError.secondFactor("no such hint") }
        return try await withCheckedThrowingContinuation { continuation in
            PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber(
                with: phone,
                uiDelegate: nil,
                multiFactorSession: resolver.session
            ) { id, error in
                if let error = error {
                    continuation.resume(throwing: ScreenError.secondFactor(error.localizedDescription))
                } else {
                    continuation.resume(returning: id ?? "")
                }
            }
        }
    }

    package func resolve(code: String, hint index: Int, verificationID: String? = nil) async throws {
        guard let resolver else { throw ScreenError.secondFactor("no sign-in waits") }
        let hint = resolver.hints[index]
        let assertion: MultiFactorAssertion
        if hint.factorID == PhoneMultiFactorID {
            let credential = PhoneAuthProvider.provider(auth: auth)
                .credential(withVerificationID: verificationID ?? "", verificationCode: code)
            assertion = PhoneMultiFactorGenerator.assertion(with: credential)
        } else {
            assertion = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: hint.uid, oneTimePassword: code)
        }
        do {
            _ = try await resolver.resolveSignIn(with: assertion)
            updateState()
            self.resolver = nil
        } catch {
            throw ScreenError.secondFactor(error.localizedDescription)
        }
    }
}
