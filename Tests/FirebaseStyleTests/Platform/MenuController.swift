import Foundation
import HearthFirebaseCompat

// The shape of a vendor's sample: a menu of every way to sign in, each an action of one controller.

@MainActor
final class MenuController {
    private(set) var log: [String] = []
    private(set) var verificationID: String?
    private let auth: Auth
    private var observer: (any NSObjectProtocol)?

    init(auth: Auth = Auth.auth()) {
        self.auth = auth
    }

    private func report(_ title: String, _ error: (any Error)?) {
        guard let error = error as NSError? else { return log.append(title) }
        let name = error.userInfo[AuthErrorUserInfoNameKey] as? String ?? ""
        log.append("\(title): \(name) (\(error.code))")
    }

    func performAnonymousLogin(_ done: @escaping () -> Void) {
        auth.signInAnonymously { result, error in
            self.report("anonymous \(result?.user.isAnonymous ?? false)", error)
            done()
        }
    }

    func performCustomLogin(token: String, _ done: @escaping () -> Void) {
        auth.signIn(withCustomToken: token) { _, error in
            self.report("custom", error)
            done()
        }
    }

    func performGoogle(idToken: String, accessToken: String, _ done: @escaping () -> Void) {
        signIn(with: GoogleAuthProvider.credential(withIDToken: idToken, accessToken: accessToken), done)
    }

    func performApple(idToken: String, nonce: String, name: PersonNameComponents?, _ done: @escaping () -> Void) {
        signIn(with: OAuthProvider.appleCredential(withIDToken: idToken, rawNonce: nonce, fullName: name), done)
    }

    func performOAuth(_ providerID: AuthProviderID, _ done: @escaping () -> Void) {
        let provider = OAuthProvider.provider(providerID: providerID)
        provider.scopes = ["profile"]
        provider.customParameters = ["prompt": "select_account"]
        provider.getCredentialWith(nil) { credential, error in
            guard let credential = credential else {
                self.report("credential", error)
                return done()
            }
            self.signIn(with: credential, done)
        }
    }

    private func signIn(with credential: AuthCredential, _ done: @escaping () -> Void) {
        auth.signIn(with: credential) { result, error in
            if let error = error as NSError?, error.code == AuthErrorCode.secondFactorRequired.rawValue,
                let resolver = error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
            {
                self.log.append("second factor \(resolver.hints.map { $0.displayName ?? "" })")
            } else {
                self.report("\(result?.additionalUserInfo?.providerID ?? "") \(credential.provider)", error)
            }
            done()
        }
    }

    func startPhone(_ number: String, _ done: @escaping () -> Void) {
        PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber(number, uiDelegate: nil) { id, error in
            self.verificationID = id
            self.report("texted", error)
            done()
        }
    }

    func finishPhone(code: String, _ done: @escaping () -> Void) {
        let credential = PhoneAuthProvider.provider(auth: auth)
            .credential(withVerificationID: verificationID ?? "", verificationCode: code)
        auth.currentUser?.link(with: credential) { result, error in
            self.report("phone \(result?.user.phoneNumber ?? "")", error)
            done()
        }
    }

    func unlink(_ providerID: String, _ done: @escaping () -> Void) {
        auth.currentUser?.unlink(fromProvider: providerID) { user, error in
            self.report("left \(user?.providerData.map(\.providerID) ?? [])", error)
            done()
        }
    }

    func verifyEmail(_ done: @escaping () -> Void) {
        auth.useAppLanguage()
        auth.currentUser?.sendEmailVerification { error in
            self.report("verification", error)
            done()
        }
    }

    func applyCode(_ code: String, _ done: @escaping () -> Void) {
        auth.checkActionCode(code) { info, error in
            self.report("code \(info?.operation == .verifyEmail)", error)
            self.auth.applyActionCode(code) { error in
                self.report("applied", error)
                self.auth.currentUser?.reload { error in
                    self.report("verified \(self.auth.currentUser?.isEmailVerified ?? false)", error)
                    done()
                }
            }
        }
    }

    func showToken(_ done: @escaping () -> Void) {
        auth.currentUser?.getIDTokenResult(forcingRefresh: true) { result, error in
            self.report("token of \(result?.signInProvider ?? "") \(result?.claims["email"] ?? "")", error)
            done()
        }
    }

    func observe() {
        observer = NotificationCenter.default.addObserver(
            forName: .AuthStateDidChange,
            object: auth,
            queue: nil
        ) { _ in }
    }

    func deleteAccount(_ done: @escaping () -> Void) {
        auth.currentUser?.delete { error in
            self.report("deleted", error)
            done()
        }
    }
}
