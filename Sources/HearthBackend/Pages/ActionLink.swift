internal import HearthCore
internal import HearthHTTP

/// What the link in a mail is for, in the words of its `mode`.
enum ActionKind: String, Sendable, CaseIterable {
    case resetPassword
    case verifyEmail
    case verifyAndChangeEmail
    case recoverEmail
    case revertSecondFactorAddition
    case signIn

    /// Whether the reader of a link that has ended may be mailed another one.
    ///
    /// A change of address needs a recent sign-in, and what undoes a change is mailed once.
    var isRenewable: Bool {
        switch self {
        case .resetPassword, .verifyEmail, .signIn: true
        case .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition: false
        }
    }

    /// Whether the link undoes a change that another person may have made.
    var undoesChange: Bool { self == .recoverEmail || self == .revertSecondFactorAddition }
}

/// The link in a mail, as a browser brings it.
struct ActionLink: Sendable {
    let kind: ActionKind
    let code: Secret<String>
    let continueURL: String?
    /// The language that the link names.
    let locale: String?
    /// What the link carries, without a password: one in an address is kept by logs, and never taken.
    let query: FormParameters

    /// Reads a link; `nil` if it is incomplete or for nothing that there is.
    init?(_ query: FormParameters) {
        guard let kind = query["mode"].flatMap(ActionKind.init), let code = query["oobCode"], !code.isEmpty else {
            return nil
        }
        self.kind = kind
        self.code = Secret(code)
        continueURL = query["continueUrl"].flatMap { $0.isEmpty ? nil : $0 }
        locale = query["lang"].flatMap { $0.isEmpty ? nil : $0 }
        self.query = query.without("newPassword")
    }

    /// The address to which the forms of the link's page are sent.
    var formAction: String { "/emulator/action?\(query.encoded)" }
}

extension FormParameters {
    /// The same parameters without those of a name.
    func without(_ name: String) -> FormParameters {
        var rest = FormParameters()
        for parameter in all where parameter.name != name { rest.append(parameter.name, parameter.value) }
        return rest
    }
}
