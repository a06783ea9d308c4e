import Foundation
import HearthFirebaseCompat

extension ScreenService {
    package func sendSignInLink(to email: String) async throws {
        guard let settings = configuration.linkSettings else { throw ScreenError.noSettings }
        guard let url = settings.url, var components = URLComponents(string: url.absoluteString) else {
            throw ScreenError.noSettings
        }
        if shouldUpgradeGuest, let guest = currentUser {
            components.queryItems = [URLQueryItem(name: "guest", value: guest.uid)]
        }
        settings.url = components.url
        try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
        linkAddress = email
    }

    package func open(_ url: URL) async throws {
        guard let email = linkAddress else { throw ScreenError.invalidLink("another device asked for the link") }
        let link = url.absoluteString
        guard auth.isSignIn(withEmailLink: link) else { throw ScreenError.invalidLink(link) }
        let credential = EmailAuthProvider.credential(withEmail: email, link: link)
        do {
            if shouldUpgradeGuest, guestID(in: link) == currentUser?.uid {
                try await currentUser?.link(with: credential)
            } else {
                try await auth.signIn(withEmail: email, link: link)
            }
            updateState()
            linkAddress = nil
        } catch {
            try rethrow(error, credential)
        }
    }

    private func guestID(in link: String) -> String? {
        guard let url = ActionCodeURL(link: link)?.continueURL else { return nil }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
        return items?.first { $0.name == "guest" }?.value
    }

    package func verifyPhoneNumber(_ number: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber(number, uiDelegate: nil) { id, error in
                if let error = error {
                    continuation.resume(throwing: error)
                    return
                }
                continuation.resume(returning: id ?? "")
            }
        }
    }

    package func signIn(verificationID: String, code: String) async throws -> ScreenOutcome {
        let credential = PhoneAuthProvider.provider(auth: auth)
            .credential(withVerificationID: verificationID, verificationCode: code)
        return try await signIn(credential: credential)
    }
}
