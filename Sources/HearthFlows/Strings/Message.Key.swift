extension Message {
    /// Which text, as the catalogue names it; the comment of each is its English text.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        /// “Google”
        case google
        /// “Apple”
        case apple
        /// “Facebook”
        case facebook
        /// “GitHub”
        case gitHub
        /// “Microsoft”
        case microsoft
        /// “X”
        case twitter
        /// “Yahoo”
        case yahoo
        /// “Telephone”
        case phone
        /// “E-mail link”
        case emailLink
        /// “Passkey”
        case passkey
        /// “Guest”
        case guest
        /// “E-mail address”
        case email
        /// “Password”
        case password
        /// “New password”
        case newPassword
        /// “Name”
        case displayName
        /// “Telephone number”
        case phoneNumber
        /// “Code”
        case code
        /// “Link”
        case link
        /// “Name of the device”
        case factorName
        /// “Key”
        case key
        /// “Sign in”
        case signIn
        /// “Create account”
        case signUp
        /// “Sign out”
        case signOut
        /// “Continue as guest”
        case continueAsGuest
        /// “Continue with %@”
        case continueWith
        /// “Add %@”
        case add
        /// “Remove %@”
        case remove
        /// “Forgot your password?”
        case forgotPassword
        /// “Continue”
        case proceed
        /// “Confirm”
        case confirm
        /// “Cancel”
        case cancel
        /// “Save”
        case save
        /// “Done”
        case done
        /// “Try again”
        case tryAgain
        /// “Unlock”
        case unlock
        /// “Send link”
        case sendLink
        /// “Send code”
        case sendCode
        /// “Send verification mail”
        case sendVerification
        /// “Send again”
        case resend
        /// “Send again in %lld seconds”
        case resendAfter
        /// “Please enter your e-mail address.”
        case missingEmail
        /// “This is not an e-mail address.”
        case invalidEmail
        /// “Please enter a password.”
        case missingPassword
        /// “Please use at least %lld characters.”
        case passwordTooShort
        /// “Please use at most %lld characters.”
        case passwordTooLong
        /// “Please use a lower-case letter.”
        case passwordNeedsLowercase
        /// “Please use a capital letter.”
        case passwordNeedsUppercase
        /// “Please use a digit.”
        case passwordNeedsDigit
        /// “Please use a special character, such as ! or #.”
        case passwordNeedsSymbol
        /// “Please enter your telephone number.”
        case missingPhoneNumber
        /// “Please begin with + and the country’s code, for example +44.”
        case phoneNeedsCountryCode
        /// “This is not a telephone number.”
        case invalidPhoneNumber
        /// “Please enter the code.”
        case missingCode
        /// “The code has %lld digits.”
        case codeHasDigits
        /// “This is not a link to sign in with.”
        case invalidLink
        /// “This link was mailed to another e-mail address. Please enter that one.”
        case linkOfAnotherAddress
        /// “This link is not from this app, or it does not work any more. Please ask for a new one.”
        case linkOfAnotherProject
        /// “Please enter a name.”
        case missingName
        /// “The e-mail address or the password is wrong.”
        case wrongCredential
        /// “This account is disabled.”
        case userDisabled
        /// “This way of signing in is not available.”
        case operationNotAllowed
        /// “This e-mail address already has an account.”
        case emailAlreadyInUse
        /// “This password is too easy to guess. Please choose a longer one.”
        case weakPassword
        /// “This password does not meet the rules for passwords.”
        case passwordAgainstRules
        /// “There were too many attempts. Please try again later.”
        case tooManyRequests
        /// “This e-mail address already has an account with another way to sign in.”
        case accountExists
        /// “This sign-in already belongs to another account.”
        case credentialAlreadyInUse
        /// “This telephone number already belongs to another account.”
        case phoneNumberAlreadyInUse
        /// “Your account already has this way to sign in.”
        case providerAlreadyLinked
        /// “This is your only way to sign in. Add another one before you remove it.”
        case lastSignInMethod
        /// “Please sign in again to continue.”
        case requiresRecentLogin
        /// “Please sign in to the same account as before.”
        case userMismatch
        /// “This link has expired. Please ask for a new one.”
        case expiredActionCode
        /// “This link does not work any more. Please ask for a new one.”
        case invalidActionCode
        /// “This code is wrong.”
        case wrongCode
        /// “This code has expired. Please ask for a new one.”
        case expiredCode
        /// “One more step is needed to sign in.”
        case secondFactorRequired
        /// “Please verify your e-mail address first.”
        case unverifiedEmail
        /// “Please use the link in the mail to change your address.”
        case emailChangeNeedsVerification
        /// “Please check what you entered.”
        case checkInput
        /// “This already belongs to another account.”
        case belongsToOther
        /// “Please sign in again.”
        case signInAgain
        /// “This step has expired. Please start it again.”
        case restartStep
        /// “There is a problem with the second step of signing in.”
        case secondFactorProblem
        /// “Please try again later.”
        case tryLater
        /// “The service cannot be reached. Please check your connection and try again.”
        case unreachable
        /// “This was cancelled.”
        case cancelled
        /// “This is not allowed.”
        case notAllowed
        /// “Your sign-in cannot be read or kept on this device at the moment.”
        case storageProblem
        /// “Something went wrong. Please try again later.”
        case unknownProblem
        /// “%lld tries left”
        case triesLeft
        /// “Please sign in first.”
        case signInFirst
        /// “There were too many wrong answers. Please start again.”
        case tooManyAnswers
        /// “Please sign in to the account that has this e-mail address.”
        case differentAccount
        /// “Please wait a moment before you ask for another message.”
        case messageTooSoon
        /// “This cannot be kept on this device at the moment.”
        case cannotBeKept
        /// “Reset your password”
        case resetPassword
        /// “We will mail you a link with which you can choose a new password.”
        case resetExplanation
        /// “If %@ has an account, a mail is on its way.”
        case resetSent
        /// “Your password was changed.”
        case passwordChanged
        /// “We will mail you a link to sign in with. You need no password.”
        case emailLinkExplanation
        /// “We sent a mail to %@. Please open the link in it.”
        case emailLinkSent
        /// “Please enter the e-mail address that the link was sent to.”
        case emailLinkElsewhere
        /// “We texted a code to %@.”
        case codeTexted
        /// “Second step”
        case secondFactor
        /// “How do you want to confirm that it is you?”
        case chooseFactor
        /// “Authenticator app”
        case authenticatorApp
        /// “Text message”
        case textMessage
        /// “Text message to %@”
        case textMessageTo
        /// “Please enter the code that your authenticator app shows.”
        case enterAppCode
        /// “Please scan this picture with an authenticator app, or type the key.”
        case scanPicture
        /// “The second step is on.”
        case factorEnrolled
        /// “You already have an account”
        case collision
        /// “%1$@ already has an account. Please sign in the way you did before; then %2$@ is added to it.”
        case collisionExplanation
        /// “There already is an account. Please sign in the way you did before; then %@ is added to it.”
        case collisionWithoutEmail
        /// “%@ was added to your account.”
        case linked
        /// “Confirm that it is you”
        case reauthenticate
        /// “Please confirm that it is you to continue.”
        case reauthenticateExplanation
        /// “Your account”
        case account
        /// “Signed in as %@”
        case signedInAs
        /// “You are signed in as a guest.”
        case signedInAsGuest
        /// “You are signed out.”
        case signedOut
        /// “Create an account so that you can come back to what you have here.”
        case guestExplanation
        /// “Verified”
        case verified
        /// “Not verified yet”
        case notVerified
        /// “We sent a mail to %@. Please open the link in it to verify your address.”
        case verificationSent
        /// “We sent a mail to %@. Your address changes when you open the link in it.”
        case emailChangeSent
        /// “Change e-mail address”
        case changeEmail
        /// “Change password”
        case changePassword
        /// “Ways to sign in”
        case waysIn
        /// “Saved.”
        case saved
        /// “One moment, please…”
        case restoring
        /// “Your sign-in cannot be read at the moment. Please unlock your device and try again.”
        case storageUnavailable
        /// “Locked”
        case locked
        /// “Your session has ended. Please sign in again.”
        case sessionRevoked
        /// “This account was deleted.”
        case sessionDeleted
        /// “You were signed out for your safety after some time. Please sign in again.”
        case sessionTimedOut
        /// “Delete account”
        case deleteAccount
        /// “This deletes your account and everything in it. It cannot be undone.”
        case deleteExplanation
        /// “Step %1$lld of %2$lld”
        case deleteProgress
        /// “The deletion stopped at ‘%@’. Please try again: it goes on from there.”
        case deletionStopped
        /// “Your account was deleted.”
        case deleted
        /// “Appearance”
        case appearance
        /// “System”
        case themeSystem
        /// “Light”
        case themeLight
        /// “Dark”
        case themeDark
        /// “This passkey does not belong to an account here.”
        case passkeyUnknown
        /// “Passkeys are kept by a device or a browser. Please use an app or a browser for this.”
        case passkeyElsewhere
        /// “This passkey did not work. Please try again, or sign in another way.”
        case passkeyFailed
        /// “Your account has no room for another passkey. Please remove one first.”
        case tooManyPasskeys
        /// “Please type a number from 0 to 5.”
        case chooseNumber
        /// “New password, once more”
        case repeatPassword
        /// “The two passwords are not the same.”
        case passwordsDiffer
        /// “The input has ended.”
        case inputEnded
        /// “No user is signed in.”
        case notSignedIn
        /// “No backend answers at http://127.0.0.1:9099 (unreachable). Start one with hearth serve, …”
        case backendSilent
        /// “http://127.0.0.1:8080 answers, but is no identity backend (HTTP 200). …”
        case backendForeign
        /// “The environment variable CLIENT_SECRET is not set.”
        case variableMissing
    }
}
