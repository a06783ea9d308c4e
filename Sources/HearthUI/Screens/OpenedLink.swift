internal import HearthAuth

/// A link of a mail that a screen of this module goes on with.
enum OpenedLink: Hashable {
    case signIn(String)
    case passwordReset(String)

    /// `nil` for links that the app itself takes.
    init?(_ link: IncomingLink) {
        guard case .actionCode(let action, let link) = link else { return nil }
        switch action.operation {
        case .emailLink: self = .signIn(link)
        case .passwordReset: self = .passwordReset(link)
        default: return nil
        }
    }
}
