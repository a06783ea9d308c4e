public import HearthAuth
public import HearthCore
public import HearthFlows
public import Observation

/// The screen that adds second factors, an authenticator app or a telephone, and takes them away.
@MainActor @Observable
public final class SecondFactorEnrollmentModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To begin with an authenticator app.
        case app
        /// To begin with a telephone, or to text another code.
        case phone
        /// To go on with the first code.
        case finish
        /// To take a factor away, by its identifier.
        case remove(String)
    }

    /// The number of the telephone to add.
    public var phoneNumber = Field(.phoneNumber)
    /// The first code.
    public var code = Field(.code())
    /// A name by which the user knows the factor again; may be left empty.
    public var name = Field(.optional)
    /// Whether a factor was added by this screen.
    public private(set) var isDone = false
    /// The second factors that are on.
    public private(set) var factors: [MultiFactorInfo]
    /// The seconds until another code may be texted.
    public let resend: Countdown

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies
    private let issuer: String
    private var enrollment: SecondFactorEnrollment?

    /// Creates the model; a code that was texted in an earlier run of the app is still waited for.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - issuer: The name of your service, as authenticator apps show it.
    public init(_ dependencies: AuthDependencies, issuer: String) {
        self.dependencies = dependencies
        self.issuer = issuer
        factors = dependencies.manager.currentUser?.enrolledFactors ?? []
        resend = Countdown(clock: dependencies.clock)
        if let enrollment = dependencies.manager.state.enrollment { begin(enrollment) }
    }

    /// Whether a factor is being added and waits for its first code.
    public var isWaitingForCode: Bool { enrollment != nil }

    /// The key of the authenticator app that is being added, for those who type it.
    public var key: Secret<String>? { enrollment?.totp?.key }

    /// The `otpauth` address of the authenticator app that is being added, to be opened on the same device.
    public var url: Secret<String>? {
        enrollment?.totp.map { Secret($0.generateQRCodeURL(issuer: issuer)) }
    }

    /// The picture of ``url``, for an authenticator app on another device.
    public var picture: QRCode? { url.flatMap { QRCode($0.reveal()) } }

    /// What to tell the user of what was done; `nil` before something was begun.
    public var explanation: Message? {
        if isDone { return Message(.factorEnrolled) }
        guard let enrollment else { return nil }
        return enrollment.phoneNumber.map { .codeTexted(to: $0) } ?? Message(.scanPicture)
    }

    /// Whether ``sendCode()`` would do something.
    public var canSend: Bool { phoneNumber.isValid && resend.isOver && !progress(of: .phone).isRunning }

    /// Whether ``submit()`` would do something.
    public var canSubmit: Bool { enrollment != nil && code.isValid && !progress(of: .finish).isRunning }

    /// Begins with an authenticator app.
    public func beginWithApp() async {
        await actions.run(.app) { [self] () throws(FlowError) in
            begin(try await dependencies.manager.enrollAuthenticatorApp())
        }
    }

    /// Begins with a telephone, or has another code texted to the same.
    public func sendCode() async {
        phoneNumber.leave()
        guard phoneNumber.isValid, resend.isOver else { return }
        await actions.run(.phone) { [self] () throws(FlowError) in
            let manager = dependencies.manager
            if let enrollment, enrollment.phoneNumber == phoneNumber.value {
                begin(try await manager.resend(enrollment))
            } else {
                begin(try await manager.enrollPhone(phoneNumber.value))
            }
        }
    }

    /// Goes on with the first code.
    public func submit() async {
        code.leave()
        guard let enrollment, code.isValid else { return }
        await actions.run(.finish) { [self] () throws(FlowError) in
            do throws(FlowError) {
                let user = try await dependencies.manager.finish(
                    enrollment,
                    code: code.value,
                    displayName: name.value.isEmpty ? nil : name.value
                )
                factors = user.enrolledFactors
                self.enrollment = nil
                isDone = true
            } catch {
                if error.isWrongAnswer { code.reject(error.message) }
                if error.recovery == .restartStep { self.enrollment = nil }
                throw error
            }
        }
    }

    /// Takes a factor away.
    ///
    /// - Parameter factor: One of ``factors``.
    public func remove(_ factor: MultiFactorInfo) async {
        await actions.run(.remove(factor.uid)) { [self] () throws(FlowError) in
            factors = try await dependencies.manager.unenroll(factor).enrolledFactors
        }
    }

    /// Adds nothing after all.
    public func abandon() async {
        cancel()
        if let enrollment { await dependencies.manager.abandon(enrollment) }
        enrollment = nil
        code.clear()
    }

    private func begin(_ enrollment: SecondFactorEnrollment) {
        self.enrollment = enrollment
        if let phoneNumber = enrollment.phoneNumber { self.phoneNumber.text = phoneNumber }
        isDone = false
        code.clear()
        if let resendAt = enrollment.resendAt { resend.start(until: resendAt) }
    }
}
