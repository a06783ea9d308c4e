internal import HearthCore
internal import HearthWire

/// What the page behind a mailed link shows.
enum ActionState: Sendable {
    /// Asks whether to do what the link is for.
    case question(Code)
    /// Asks for a new password.
    case newPassword(Code, PasswordEntry)
    /// It is done.
    case done(Code)
    /// It was done before, by this link or another one: no error to its reader.
    case alreadyDone(Code)
    /// The app has to open the link.
    case openInApp
    /// Another link was mailed.
    case sent(EmailAddress)
    /// The link was used.
    case used(Code)
    /// The link's time is over.
    case expired(Code)
    /// The link is damaged, or of no code that there is.
    case unknown
    /// The address to change to belongs to another account by now.
    case taken(Code?)
    case disabled
    /// The project does not allow it.
    case refused
    /// The server failed; the link is as good as before.
    case trouble(status: Int)

    /// What an error of the API means to the reader of a link.
    init(_ error: APIError, _ code: Code?) {
        switch error.code {
        case .emailExists: self = .taken(code)
        case .userDisabled: self = .disabled
        case .invalidOOBCode, .missingOOBCode: self = .unknown
        case .expiredOOBCode: self = code.map { .expired($0) } ?? .unknown
        default: self = error.httpStatus >= 500 ? .trouble(status: error.httpStatus) : .refused
        }
    }

    /// The status of the answer.
    var status: Int {
        switch self {
        case .question, .done, .alreadyDone, .openInApp, .sent: 200
        case .newPassword(_, let entry): entry.complaint == nil ? 200 : 400
        case .used, .expired, .unknown, .taken, .disabled, .refused: 400
        case .trouble(let status): status
        }
    }
}

/// A new password, as far as it is typed.
struct PasswordEntry: Sendable {
    /// What the project asks of it.
    let policy: PasswordPolicy
    /// What was typed before, and was refused.
    var typed: Secret<String> = ""
    /// What was typed to repeat it.
    var repeated: Secret<String> = ""
    var complaint: Complaint?

    /// Why a password is not taken.
    enum Complaint: Sendable {
        case missing
        case breaksRules
        case differs
        case weak

        func text(in words: PageWords) -> String {
            switch self {
            case .missing: words.passwordMissing
            case .breaksRules: words.passwordBreaksRules
            case .differs: words.passwordsDiffer
            case .weak: words.passwordWeak
            }
        }
    }

    /// The same entry with the complaint about what was typed, as far as it can be told without the account.
    ///
    /// `repeated` is `nil` if the sender has no second field, as programs.
    func judged(repeated: Secret<String>?) -> PasswordEntry {
        var entry = self
        entry.repeated = repeated ?? ""
        if typed.reveal().isEmpty {
            entry.complaint = .missing
        } else if PasswordRule.refusal(of: typed, policy) != nil {
            entry.complaint = .breaksRules
        } else if let repeated, repeated.reveal() != typed.reveal() {
            entry.complaint = .differs
        }
        return entry
    }
}
