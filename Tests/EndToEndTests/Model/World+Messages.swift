@testable import HearthAuth
import HearthCore
import HearthTesting

extension World.Known {
    /// Whether the account certainly has no address.
    var hasNoAddress: Bool {
        email == nil && maybeLinked == nil && methods.mailbox == nil && !methods.isMailboxUnsure
    }

    /// Whether its password is all that the account has.
    fileprivate var hasPasswordAlone: Bool {
        email != nil && passwords.count == 1 && methods.passkeys.isEmpty && methods.google == nil
            && !methods.isGoogleUnsure && methods.phone == nil && !methods.isPhoneUnsure && methods.isPasswordEnough
    }
}

extension World {
    private var inbox: Holder<Inbox> { Holder(object: backend.inbox) }

    private func freshNumber() -> String {
        let serial = Int(fresh("").suffix(4)) ?? 0
        return "+1555555" + String(1_000 + serial)
    }

    /// Calls about mailed links and texted codes that make sense for the user of a process.
    func messageActions(for known: Known) -> [Action] {
        let methods = known.methods
        var actions: [MessageAction] = []
        if known.hasNoAddress, methods.isPasswordEnough {
            actions.append(.linkMail(email: fresh("mail") + "@example.com", inbox))
        }
        if methods.phone == nil, !methods.isPhoneUnsure, methods.isPasswordEnough {
            actions.append(.linkPhone(freshNumber(), inbox))
        }
        if known.hasPasswordAlone, let email = known.email {
            actions.append(.resetPassword(email: email, password: fresh("password"), inbox))
        }
        return actions.map(Action.message)
    }

    /// Sign-ins with mailed links and texted codes, to accounts that are there or to a new one.
    func messageSignIns() -> [Action] {
        var actions = [
            MessageAction.signInWithLink(email: fresh("mail") + "@example.com", inbox),
            .signInWithPhone(freshNumber(), inbox),
        ]
        for (_, known) in accounts.sorted(by: { $0.key < $1.key })
        where known.deletion == .none && known.methods.isPasswordEnough {
            if let mailbox = known.methods.mailbox { actions.append(.signInWithLink(email: mailbox, inbox)) }
            if let phone = known.methods.phone { actions.append(.signInWithPhone(phone, inbox)) }
        }
        return actions.map(Action.message)
    }

    /// Whose account a sign-in is for, as far as the model knows.
    func owner(of action: MessageAction) -> String? {
        accounts.first { _, known in
            switch action {
            case .signInWithLink(let email, _): known.methods.mailbox == email && known.deletion == .none
            case .signInWithPhone(let number, _): known.methods.phone == number && known.deletion == .none
            case .linkMail, .linkPhone, .resetPassword: false
            }
        }?.key
    }

    /// What the model learns of an account from a call and what its caller was told.
    func learn(_ action: MessageAction, _ result: Result<String?, AuthError>, shown: String?, isUnknown: Bool) {
        let uid = (try? result.get()) ?? nil
        if let uid, let owner = owner(of: action), owner != uid {
            violate("\(action) signs in to \(uid), not to \(owner)")
        }
        // A link that was made ends a guest's tokens, and a code for one use brings no others.
        let mayBeLinked = isUnknown || result.error?.endOfSession == .revoked
        let changed = uid ?? (mayBeLinked ? shown : nil)
        let isSure = uid != nil
        switch action {
        case .signInWithLink(let email, _):
            if let uid { accounts[uid, default: Known()].methods.mailbox = email }
        case .signInWithPhone(let number, _):
            if let uid { accounts[uid, default: Known()].methods.phone = number }
        case .linkMail(let email, _):
            guard let changed else { return }
            accounts[changed, default: Known()].methods.mailbox = isSure ? email : nil
            accounts[changed]?.methods.isMailboxUnsure = !isSure
            accounts[changed]?.mayBeRevoked = !isSure
        case .linkPhone(let number, _):
            guard let changed else { return }
            accounts[changed, default: Known()].methods.phone = isSure ? number : nil
            accounts[changed]?.methods.isPhoneUnsure = !isSure
            accounts[changed]?.mayBeRevoked = !isSure
        case .resetPassword(let email, let password, _):
            let isDone = result.error == nil
            guard isDone || isUnknown, let uid = accounts.first(where: { $0.value.email == email })?.key else { return }
            if isDone { accounts[uid]?.passwords = [] }
            accounts[uid]?.passwords.insert(password)
            // Every session of the account ends, and no new one begins.
            accounts[uid]?.mayBeRevoked = true
            accounts[uid]?.wasReset = true
        }
    }
}
