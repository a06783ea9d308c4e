/// What the action page says, by what the link is for.
struct ActionWords: Sendable {
    /// The heading before the button was pressed.
    let question: String
    /// What pressing the button does.
    let explanation: String
    /// The button.
    let button: String
    /// The heading after the button was pressed.
    let done: String
    /// What the user does next.
    let next: String

    init(mode: String, email: String, newEmail: String?) {
        switch mode {
        case "resetPassword":
            question = "Choose a new password"
            explanation = "For the account \(email). You will be able to sign in with the new password at once."
            button = "Save password"
            done = "Your password was changed"
            next = "You can sign in with your new password now."
        case "verifyEmail":
            question = "Is this your address?"
            explanation = """
                Confirm that \(email) is yours, if you made an account with it. If you did not, close this page: a new \
                password, asked for in the app, takes the account from the person who made it.
                """
            button = "Confirm address"
            done = "Your address was confirmed"
            next = "You can return to the app."
        case "verifyAndChangeEmail":
            question = "Change your address?"
            explanation = "From now on you will sign in as \(newEmail ?? email) instead of \(email)."
            button = "Change address"
            done = "Your address was changed"
            next = "You can sign in with your new address now."
        case "revertSecondFactorAddition":
            question = "Undo the new second step?"
            explanation =
                "A second step was added to signing in as \(email). If that was not you, undo it and choose a new password."
            button = "Remove the second step"
            done = "The second step was removed"
            next = "Every device was signed out. Choose a new password now."
        default:
            question = "Undo the change of your address?"
            explanation =
                "Your account will use \(email) again. If you did not ask for the change, also choose a new password."
            button = "Restore my address"
            done = "Your address was restored"
            next = "If you did not ask for the change, choose a new password now."
        }
    }
}
