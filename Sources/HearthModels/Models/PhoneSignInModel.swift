public import HearthFlows
public import Observation

/// The screen that signs in with a telephone number and a texted code, or adds the number to an account.
@MainActor @Observable
public final class PhoneSignInModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To text a code, or another one.
        case send
        /// To go on with the code.
        case verify
    }

    /// The number.
    public var phoneNumber = Field(.phoneNumber)
    /// The code.
    public var code = Field(.code())
    /// What is waited for, once a code was texted.
    public private(set) var wait: PhoneCodeWait?
    /// How often the user may still try, after a wrong code.
    public private(set) var triesLeft: Message?
    /// Where the screen leads to, once the code was right.
    public private(set) var next: NextStep?
    /// The seconds until another code may be texted.
    public let resend: Countdown

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies
    private let purpose: ProofPurpose

    /// Creates the model; a code that was texted in an earlier run of the app is still waited for.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - purpose: What the number is wanted for. Defaults to signing in.
    public init(_ dependencies: AuthDependencies, for purpose: ProofPurpose = .signIn) {
        self.dependencies = dependencies
        self.purpose = purpose
        resend = Countdown(clock: dependencies.clock)
        if let wait = dependencies.repository.pending.phoneCode, wait.purpose == purpose { begin(wait) }
    }

    /// Whether ``send()`` would do something.
    public var canSend: Bool { phoneNumber.isValid && resend.isOver && !progress(of: .send).isRunning }

    /// Whether ``submit()`` would do something.
    public var canSubmit: Bool { wait != nil && code.isValid && !progress(of: .verify).isRunning }

    /// What to tell the user of what was done; `nil` before a code was texted.
    public var explanation: Message? { wait.map { .codeTexted(to: $0.phoneNumber) } }

    /// Has a code texted; to the same number as before, another one.
    public func send() async {
        phoneNumber.leave()
        guard phoneNumber.isValid, resend.isOver else { return }
        await actions.run(.send) { [self] () throws(AppError) in
            let repository = dependencies.repository
            if let wait, wait.phoneNumber == phoneNumber.value {
                begin(try await repository.resend(wait))
            } else {
                begin(try await repository.sendCode(to: phoneNumber.value, for: purpose))
            }
        }
    }

    /// Goes on with the code.
    public func submit() async {
        code.leave()
        guard wait != nil, code.isValid else { return }
        await actions.run(.verify) { [self] () throws(AppError) in
            do throws(AppError) {
                let result = try await dependencies.repository.verifyCode(code.value)
                code.clear()
                wait = nil
                next = NextStep(result, dependencies)
            } catch {
                // A wrong code may be tried again; after too many, or too late, the wait is over.
                wait = dependencies.repository.pending.phoneCode
                triesLeft = wait.map { .triesLeft($0.attemptsLeft) }
                if error.kind == .badCredentials { code.reject(error.message) }
                throw error
            }
        }
    }

    /// Waits for a code no longer, for example to correct the number.
    public func abandon() async {
        cancel()
        if let wait { await dependencies.repository.abandon(wait) }
        wait = nil
        triesLeft = nil
        code.clear()
    }

    private func begin(_ wait: PhoneCodeWait) {
        self.wait = wait
        phoneNumber.text = wait.phoneNumber
        code.clear()
        triesLeft = nil
        resend.start(until: wait.resendAt)
    }
}
