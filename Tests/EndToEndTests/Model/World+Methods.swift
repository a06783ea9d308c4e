import HearthAuth
import HearthCore
import HearthTesting

extension World {
    /// What the model knows of an account's sign-in methods beside the password, and of its second factor.
    struct Methods {
        /// The subject at Google, if the account certainly has one.
        var google: String?
        /// Whether it is not known if the account has a subject at Google, or which.
        var isGoogleUnsure = false
        /// What the account's passkeys are kept in, one passkey each.
        var passkeys: [Holder<SoftwareAuthenticator>] = []
        /// The key of the authenticator app, if one was certainly added.
        var appKey: String?
        /// Whether it is not known if an app was added.
        var isAppUnsure = false
        /// The address whose mailed links sign in, if there is one and no password.
        var mailbox: String?
        /// Whether it is not known if a mailed link was added.
        var isMailboxUnsure = false
        /// The telephone number, if the account certainly has one.
        var phone: String?
        /// Whether it is not known if a number was added.
        var isPhoneUnsure = false
        /// Whether the address was proved.
        var isVerified = false

        /// Whether a password alone signs in.
        var isPasswordEnough: Bool { appKey == nil && !isAppUnsure }
    }

    /// Calls about other sign-in methods that make sense for the user of a process.
    func methodActions(for known: Known) -> [Action] {
        let methods = known.methods
        var actions: [MethodAction] = []
        // A link asks for the second factor too.
        if !isStrict, methods.google == nil, !methods.isGoogleUnsure, methods.isPasswordEnough {
            actions += [.linkGoogle(fresh("google")), .linkGoogle(fresh("google"))]
        }
        if let subject = methods.google {
            // A confirmation asks for the second factor too.
            if methods.isPasswordEnough { actions.append(.reauthenticateWithGoogle(subject)) }
            if known.email != nil, known.passwords.count == 1 { actions.append(.unlinkGoogle) }
        }
        if methods.passkeys.count < 2 { actions.append(.enrollPasskey(Holder(object: SoftwareAuthenticator()))) }
        // A number that signs in cannot have a second factor beside it.
        if methods.isVerified, methods.isPasswordEnough, methods.phone == nil, !methods.isPhoneUnsure {
            let app = MethodAction.enrollApp(Holder(object: Locked(nil)), Holder(object: backend.clock))
            actions += [app, app]
        }
        return actions.map(Action.method)
    }

    /// Sign-ins by other methods to accounts that are there, or to a new one.
    func methodSignIns() -> [Action] {
        var actions: [MethodAction] = isStrict ? [] : [.signInWithGoogle(fresh("google"))]
        for (_, known) in accounts.sorted(by: { $0.key < $1.key }) where known.deletion == .none {
            let methods = known.methods
            actions += methods.passkeys.map(MethodAction.signInWithPasskey)
            guard methods.isPasswordEnough else {
                if let key = methods.appKey, let email = known.email, known.passwords.count == 1 {
                    let clock = Holder(object: backend.clock)
                    let password = known.passwords.first ?? ""
                    actions.append(.signInWithApp(email: email, password: password, key: key, clock))
                }
                continue
            }
            if let subject = methods.google { actions.append(.signInWithGoogle(subject)) }
        }
        return actions.map(Action.method)
    }

    /// Whose account a sign-in is for, as far as the model knows.
    func owner(of action: MethodAction) -> String? {
        accounts.first { _, known in
            switch action {
            case .signInWithGoogle(let subject): known.methods.google == subject
            case .signInWithPasskey(let device): known.methods.passkeys.contains(device)
            case .signInWithApp(let email, _, _, _): known.email == email
            default: false
            }
        }?.key
    }

    /// What the model learns of an account from a call and what its caller was told.
    func learn(_ action: MethodAction, _ result: Result<String?, AuthError>, shown: String?, isUnknown: Bool) {
        let uid = (try? result.get()) ?? nil
        if let uid, action.isSignIn {
            if let owner = owner(of: action), owner != uid { violate("\(action) signs in to \(uid), not to \(owner)") }
            if case .signInWithGoogle(let subject) = action { accounts[uid, default: Known()].methods.google = subject }
            return
        }
        guard let changed = uid ?? (isUnknown ? shown : nil), !action.isSignIn else { return }
        change(&accounts[changed, default: Known()], action, isSure: uid != nil)
    }

    private func change(_ known: inout Known, _ action: MethodAction, isSure: Bool) {
        if action.changesCredentials { known.mayBeRevoked = !isSure }
        switch action {
        case .linkGoogle(let subject):
            known.methods.google = isSure ? subject : nil
            known.methods.isGoogleUnsure = !isSure
        case .unlinkGoogle:
            known.methods.google = nil
            known.methods.isGoogleUnsure = !isSure
        case .enrollPasskey(let device):
            if isSure { known.methods.passkeys.append(device) }
        case .enrollApp(let key, _):
            known.methods.appKey = isSure ? key.object.withLock { $0 } : nil
            known.methods.isAppUnsure = !isSure
        default: break
        }
    }

    /// Proves the address of an account, as its user does with a mail; no process of the model is asked.
    func verify(_ uid: String) async {
        guard let known = accounts[uid], let email = known.email, let probe = known.probe, known.deletion == .none,
            !known.methods.isVerified
        else { return }
        let auth = observer().detached(probe)
        guard let user = await auth.ready().user, (try? await user.sendEmailVerification()) != nil,
            let mail = try? await backend.inbox.next(.verifyEmail, to: email),
            (try? await auth.applyActionCode(mail.code)) != nil
        else { return }
        accounts[uid]?.methods.isVerified = true
    }
}
