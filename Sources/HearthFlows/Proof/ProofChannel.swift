internal import HearthAuth
internal import HearthCore

/// How something is sent to the user that proves who they are when it comes back.
protocol ProofChannel: SendableMetatype {
    /// What is needed to send it.
    associatedtype Settings: Sendable

    /// The name that the wait is kept under.
    static var name: String { get }
    static var place: WritableKeyPath<Workflows, Workflow<ProofFlow<Self>>> { get }

    /// How long it is waited for.
    static func lifetime(_ limits: FlowLimits) -> Duration

    /// Sends it.
    ///
    /// - Returns: What the answer has to come back with, if the service wants that.
    static func send(
        to recipient: String,
        _ settings: Settings,
        over auth: Auth
    ) async throws(AuthError) -> Secret<String>?

    /// The credential that an answer makes; `nil` if nothing was sent that it could be for.
    static func credential(_ answer: Secret<String>, of recipient: String, _ receipt: Secret<String>?)
        -> IdentityProvider?
}

/// Links that are mailed.
enum EmailLinks: ProofChannel {
    static let name = "emailLink"
    static var place: WritableKeyPath<Workflows, Workflow<ProofFlow<Self>>> { \.emailLink }

    static func lifetime(_ limits: FlowLimits) -> Duration { limits.emailLinkLifetime }

    static func send(
        to recipient: String,
        _ settings: ActionCodeSettings,
        over auth: Auth
    ) async throws(AuthError) -> Secret<String>? {
        try await auth.sendSignInLink(toEmail: recipient, actionCodeSettings: settings)
        return nil
    }

    static func credential(
        _ answer: Secret<String>,
        of recipient: String,
        _ receipt: Secret<String>?
    ) -> IdentityProvider? {
        .emailLink(email: recipient, link: answer.reveal())
    }
}

/// Codes that are texted.
enum TextedCodes: ProofChannel {
    static let name = "phoneCode"
    static var place: WritableKeyPath<Workflows, Workflow<ProofFlow<Self>>> { \.phoneCode }

    static func lifetime(_ limits: FlowLimits) -> Duration { limits.codeLifetime }

    static func send(
        to recipient: String,
        _ settings: Void,
        over auth: Auth
    ) async throws(AuthError) -> Secret<String>? {
        Secret(try await PhoneAuthProvider(auth).verifyPhoneNumber(recipient))
    }

    static func credential(
        _ answer: Secret<String>,
        of recipient: String,
        _ receipt: Secret<String>?
    ) -> IdentityProvider? {
        receipt.map { .phone(verificationID: $0.reveal(), code: answer.reveal()) }
    }
}
