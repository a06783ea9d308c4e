import Foundation
import HearthFirebaseCompat

// The shape of a vendor's sample: a menu of every way to sign in, each an action of one controller.

package enum MenuProvider: String, CaseIterable {
    case google = "google.com"
    case apple = "apple.com"
    case twitter = "twitter.com"
    case microsoft = "microsoft.com"
    case gitHub = "github.com"
    case yahoo = "yahoo.com"
    case facebook = "facebook.com"
    case emailPassword = "password"
    case passwordless = "emailLink"
    case phoneNumber = "phone"
    case anonymous = "anonymous"
    case custom = "custom"

    var id: String { rawValue }
}

package class MenuController: NSObject {
    package private(set) var log: [String] = []
    package var verificationID: String?
    package let auth: Auth
    private var oauthProvider: OAuthProvider?
    private var currentNonce: String?
    private var observer: NSObjectProtocol?
    package private(set) var changes = 0

    package init(auth: Auth = Auth.auth()) {
        self.auth = auth
    }

    deinit {
        if let observer = observer { NotificationCenter.default.removeObserver(observer) }
    }

    package func observe() {
        observer = NotificationCenter.default.addObserver(
            forName: .AuthStateDidChange,
            object: auth,
            queue: nil
        ) { [weak self] _ in self?.changes += 1 }
    }

    func report(_ title: String, _ error: Error?) {
        guard let error = error as NSError? else { return log.append(title) }
        let name = error.userInfo[AuthErrorUserInfoNameKey] as? String ?? ""
        log.append("\(title): \(name) (\(error.code))")
    }

    package func anonymous(_ done: @escaping () -> Void) {
        auth.signInAnonymously { result, error in
            self.report("anonymous \(result?.user.isAnonymous ?? false)", error)
            done()
        }
    }

    package func custom(token: String, _ done: @escaping () -> Void) {
        auth.signIn(withCustomToken: token) { _, error in
            self.report("custom", error)
            done()
        }
    }

    package func google(idToken: String, accessToken: String, _ done: @escaping () -> Void) {
        signIn(with: GoogleAuthProvider.credential(withIDToken: idToken, accessToken: accessToken), done)
    }

    package func apple(idToken: String, nonce: String, _ done: @escaping () -> Void) {
        currentNonce = nonce
        guard let nonce = currentNonce else { fatalError("no sign-in was begun") }
        let old = OAuthProvider.credential(withProviderID: "apple.com", idToken: idToken, rawNonce: nonce)
        let new = OAuthProvider.credential(providerID: .apple, idToken: idToken, rawNonce: nonce)
        precondition(old.provider == new.provider)
        signIn(with: new, done)
    }

    package func facebook(accessToken: String, _ done: @escaping () -> Void) {
        signIn(with: FacebookAuthProvider.credential(withAccessToken: accessToken), done)
    }

    package func page(of provider: MenuProvider, _ done: @escaping () -> Void) {
        oauthProvider = OAuthProvider(providerID: provider.id, auth: auth)
        oauthProvider?.scopes = ["profile"]
        oauthProvider?.customParameters = ["prompt": "select_account"]
        oauthProvider?.getCredentialWith(nil) { credential, error in
            guard error == nil else {
                self.report("page", error)
                return done()
            }
            guard let credential = credential else { return }
            self.signIn(with: credential, done)
        }
    }

    func signIn(with credential: AuthCredential, _ done: @escaping () -> Void) {
        auth.signIn(with: credential) { result, error in
            if let error = error as NSError?, error.code == AuthErrorCode.secondFactorRequired.rawValue,
                let resolver = error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
            {
                self.log.append("second factor \(resolver.hints.map { $0.displayName ?? "" })")
            } else {
                self.report(result?.additionalUserInfo?.providerID ?? credential.provider, error)
            }
            done()
        }
    }

    package func startPhone(_ number: String, _ done: @escaping () -> Void) {
        PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber(number, uiDelegate: nil) { id, error in
            self.verificationID = id
            self.report("texted", error)
            done()
        }
    }

    package func finishPhone(code: String, _ done: @escaping () -> Void) {
        let credential = PhoneAuthProvider.provider(auth: auth)
            .credential(withVerificationID: verificationID ?? "", verificationCode: code)
        auth.currentUser?.link(with: credential) { result, error in
            self.report("phone \(result?.user.phoneNumber ?? "")", error)
            done()
        }
    }

    package func sendLink(to email: String, _ done: @escaping () -> Void) {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://shop.firebaseapp.com/login?email=\(email)")
        settings.handleCodeInApp = true
        settings.setIOSBundleID("com.example.menu")
        auth.sendSignInLink(toEmail: email, actionCodeSettings: settings) { error in
            self.report("link", error)
            done()
        }
    }
}
