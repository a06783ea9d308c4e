// The texts with blanks, each with what goes into them.
extension Message {
    /// The button of a sign-in method.
    ///
    /// - Parameter provider: The provider, for example `google.com`.
    /// - Returns: The message.
    public static func continueWith(_ provider: String) -> Message { Message(.continueWith, [.provider(provider)]) }

    /// The button that links a sign-in method.
    ///
    /// - Parameter provider: The provider, for example `google.com`.
    /// - Returns: The message.
    public static func add(_ provider: String) -> Message { Message(.add, [.provider(provider)]) }

    /// The button that unlinks a sign-in method.
    ///
    /// - Parameter provider: The provider, for example `google.com`.
    /// - Returns: The message.
    public static func remove(_ provider: String) -> Message { Message(.remove, [.provider(provider)]) }

    /// The button that sends again, while it still waits.
    ///
    /// - Parameter seconds: How long it waits.
    /// - Returns: The message.
    public static func resendAfter(seconds: Int) -> Message { Message(.resendAfter, [.count(seconds)]) }

    /// How often the user may still try.
    ///
    /// - Parameter count: The number of tries.
    /// - Returns: The message.
    public static func triesLeft(_ count: Int) -> Message { Message(.triesLeft, [.count(count)]) }

    /// A list of choices was answered with something else than one of their numbers.
    ///
    /// - Parameter most: The greatest number.
    /// - Returns: The message.
    public static func chooseNumber(upTo most: Int) -> Message { Message(.chooseNumber, [.count(most)]) }

    /// No backend answered at an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - reason: What went wrong, a word for the developer.
    /// - Returns: The message.
    public static func backendSilent(at address: String, _ reason: String) -> Message {
        Message(.backendSilent, [.text(address), .text(reason)])
    }

    /// Something else than an identity backend answered at an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - status: The status of its HTTP response.
    /// - Returns: The message.
    public static func backendForeign(at address: String, status: Int) -> Message {
        Message(.backendForeign, [.text(address), .text("\(status)")])
    }

    /// A variable of the environment is not set.
    ///
    /// - Parameter name: The variable.
    /// - Returns: The message.
    public static func variableMissing(_ name: String) -> Message { Message(.variableMissing, [.text(name)]) }

    /// A new password is too short.
    ///
    /// - Parameter least: The least number of characters.
    /// - Returns: The message.
    public static func passwordTooShort(least: Int) -> Message { Message(.passwordTooShort, [.count(least)]) }

    /// A new password is too long.
    ///
    /// - Parameter most: The greatest number of characters.
    /// - Returns: The message.
    public static func passwordTooLong(most: Int) -> Message { Message(.passwordTooLong, [.count(most)]) }

    /// A code has too few digits, too many, or something else in it.
    ///
    /// - Parameter digits: How many it has to have.
    /// - Returns: The message.
    public static func codeHasDigits(_ digits: Int) -> Message { Message(.codeHasDigits, [.count(digits)]) }

    /// A mail to reset the password was asked for; says nothing of whether there is an account.
    ///
    /// - Parameter email: The address.
    /// - Returns: The message.
    public static func resetSent(to email: String) -> Message { Message(.resetSent, [.text(email)]) }

    /// A link to sign in with was mailed.
    ///
    /// - Parameter email: The address.
    /// - Returns: The message.
    public static func emailLinkSent(to email: String) -> Message { Message(.emailLinkSent, [.text(email)]) }

    /// A code was texted.
    ///
    /// - Parameter phoneNumber: The number, or what may be shown of it.
    /// - Returns: The message.
    public static func codeTexted(to phoneNumber: String) -> Message { Message(.codeTexted, [.text(phoneNumber)]) }

    /// A telephone as a second factor.
    ///
    /// - Parameter phoneNumber: What may be shown of its number.
    /// - Returns: The message.
    public static func textMessage(to phoneNumber: String) -> Message {
        Message(.textMessageTo, [.text(phoneNumber)])
    }

    /// The address of a sign-in already has an account.
    ///
    /// - Parameters:
    ///   - email: The address; `nil` if it is not known.
    ///   - provider: The provider that is linked after signing in, for example `google.com`.
    /// - Returns: The message.
    public static func collision(email: String?, provider: String) -> Message {
        guard let email else { return Message(.collisionWithoutEmail, [.provider(provider)]) }
        return Message(.collisionExplanation, [.text(email), .provider(provider)])
    }

    /// A sign-in method was linked.
    ///
    /// - Parameter provider: The provider, for example `google.com`.
    /// - Returns: The message.
    public static func linked(_ provider: String) -> Message { Message(.linked, [.provider(provider)]) }

    /// Who is signed in.
    ///
    /// - Parameter name: The name, the address or the number.
    /// - Returns: The message.
    public static func signedIn(as name: String) -> Message { Message(.signedInAs, [.text(name)]) }

    /// A mail to verify an address was sent.
    ///
    /// - Parameter email: The address.
    /// - Returns: The message.
    public static func verificationSent(to email: String) -> Message { Message(.verificationSent, [.text(email)]) }

    /// A mail to change the address was sent.
    ///
    /// - Parameter email: The new address.
    /// - Returns: The message.
    public static func emailChangeSent(to email: String) -> Message { Message(.emailChangeSent, [.text(email)]) }

    /// How far a deletion is.
    ///
    /// - Parameters:
    ///   - step: The present step, counted from one.
    ///   - count: How many steps there are.
    /// - Returns: The message.
    public static func deleteProgress(step: Int, of count: Int) -> Message {
        Message(.deleteProgress, [.count(step), .count(count)])
    }

    /// A step of a deletion failed.
    ///
    /// - Parameter step: The step's name, as the app gave it.
    /// - Returns: The message.
    public static func deletionStopped(at step: String) -> Message { Message(.deletionStopped, [.text(step)]) }
}
