/// What pages say in one language: the catalogue of every language is one value of this, so that no language can lack a
/// text.
///
/// Names in braces stand for what a page fills in: see ``PageFrame/fill(_:_:)``.
struct PageWords: Sendable {
    // MARK: Every page

    let emulator: String
    let continueTo: String
    let goBack: String
    let tryAgain: String

    // MARK: A new password

    let resetTitle: String
    let resetText: String
    let resetButton: String
    let resetDone: String
    let resetDoneText: String
    let newPassword: String
    let repeatPassword: String
    let showPasswords: String
    let ruleLength: String
    let ruleMaximum: String
    let ruleLowercase: String
    let ruleUppercase: String
    let ruleDigit: String
    let ruleSymbol: String
    let passwordMissing: String
    let passwordsDiffer: String
    let passwordBreaksRules: String
    let passwordWeak: String

    // MARK: Confirming an address

    let verifyTitle: String
    let verifyText: String
    let verifyWarning: String
    let verifyButton: String
    let verifyDone: String
    let verifyDoneText: String
    let verifyAlready: String

    // MARK: Changing an address

    let changeTitle: String
    let changeText: String
    let changeButton: String
    let changeDone: String
    let changeDoneText: String
    let changeAlready: String
    let takenTitle: String
    let takenText: String

    // MARK: Taking a change back

    let recoverTitle: String
    let recoverText: String
    let recoverButton: String
    let recoverDone: String
    let recoverDoneText: String
    let recoverAlready: String
    let factorTitle: String
    let factorText: String
    let factorButton: String
    let factorDone: String
    let factorAlready: String
    let protectText: String
    let mailPassword: String

    // MARK: A link that signs in

    let signInTitle: String
    let signInText: String

    // MARK: A link that does not work

    let usedTitle: String
    let usedText: String
    let usedResetText: String
    let expiredTitle: String
    let expiredText: String
    let unknownTitle: String
    let unknownText: String
    let askAgain: String
    let renewText: String
    let renewButton: String
    let sentTitle: String
    let sentText: String
    let disabledTitle: String
    let disabledText: String
    let refusedTitle: String
    let refusedText: String
    let troubleTitle: String
    let troubleText: String

    // MARK: The page that stands for an identity provider

    let widgetTitle: String
    let widgetEmpty: String
    let widgetChoice: String
    let addAccount: String
    let fillIn: String
    let email: String
    let emailVerified: String
    let name: String
    let screenName: String
    let picture: String
    let optional: String
    let back: String
    let noName: String
    let noEmail: String
    let emailMissing: String
    let emailWithoutAt: String
    let openerGone: String
    let needsScript: String
    let stoppedTitle: String
}
