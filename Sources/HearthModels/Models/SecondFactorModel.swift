public import HearthAuth
public import HearthFlows
public import Observation

/// The screen that asks for a second factor at a sign-in.
@MainActor @Observable
public final class SecondFactorModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To text a code to the chosen telephone.
        case send
        /// To go on with the code.
        case verify
    }

    /// The factor that the user chose; at first the only one, if there is one only.
    public private(set) var chosen: MultiFactorInfo?
    /// The code.
    public var code = Field(.code())
    /// Where the screen leads to, once the code was right.
    public private(set) var next: NextStep?
    /// How often the user may still try, after a wrong code.
    public private(set) var triesLeft: Message?
    /// Whether the sign-in waits no longer, and has to begin anew.
    public private(set) var isOver = false
    /// The seconds until another code may be texted.
    public let resend: Countdown

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies
    private var step: SecondFactorStep

    /// Creates the model.
    ///
    /// - Parameters:
    ///   - step: The sign-in that waits.
    ///   - dependencies: What the models share.
    public init(_ step: SecondFactorStep, _ dependencies: AuthDependencies) {
        self.step = step
        self.dependencies = dependencies
        resend = Countdown(clock: dependencies.clock)
        chosen = step.factors.count == 1 ? step.factors.first : step.factors.first { $0.uid == step.textedTo }
        if let resendAt = step.resendAt { resend.start(until: resendAt) }
    }

    /// The factors that may be used, in the order of enrollment.
    public var factors: [MultiFactorInfo] { step.factors }

    /// Whether a code has to be texted to the chosen factor before one can be typed.
    public var needsText: Bool { chosen.map { $0.isPhone && step.textedTo != $0.uid } ?? false }

    /// Whether ``send()`` would do something.
    public var canSend: Bool { chosen?.isPhone == true && resend.isOver && !progress(of: .send).isRunning && !isOver }

    /// Whether ``submit()`` would do something.
    public var canSubmit: Bool {
        chosen != nil && !needsText && code.isValid && !progress(of: .verify).isRunning && !isOver
    }

    /// What to ask the user for.
    public var explanation: Message {
        guard let chosen else { return Message(.chooseFactor) }
        guard chosen.isPhone else { return Message(.enterAppCode) }
        let number = chosen.phoneNumber ?? ""
        return needsText ? .textMessage(to: number) : .codeTexted(to: number)
    }

    /// Chooses a factor; a telephone is texted a code with ``send()``.
    ///
    /// - Parameter factor: One of ``factors``.
    public func choose(_ factor: MultiFactorInfo) {
        guard factors.contains(factor) else { return }
        chosen = factor
        code.clear()
    }

    /// Has a code texted to the chosen telephone.
    public func send() async {
        guard let chosen, canSend else { return }
        await actions.run(.send) { [self] () throws(FlowError) in
            do throws(FlowError) {
                step = try await dependencies.manager.sendCode(to: chosen, for: step)
            } catch {
                noteEnd()
                throw error
            }
            if let resendAt = step.resendAt { resend.start(until: resendAt) }
        }
    }

    /// Goes on with the code.
    public func submit() async {
        code.leave()
        guard let chosen, !needsText, !isOver, code.isValid else { return }
        await actions.run(.verify) { [self] () throws(FlowError) in
            do throws(FlowError) {
                let result = try await dependencies.manager.verify(step, code: code.value, factor: chosen)
                code.clear()
                next = NextStep(result, dependencies)
            } catch {
                noteEnd()
                if error.isWrongAnswer { code.reject(error.message) }
                throw error
            }
        }
    }

    /// Gives the sign-in up.
    public func abandon() async {
        cancel()
        isOver = true
        await dependencies.manager.abandon(step)
    }

    /// A wrong code may be tried again; after too many, or too late, the step is over.
    private func noteEnd() {
        guard let now = dependencies.manager.state.secondFactor, now.id == step.id else {
            isOver = true
            return
        }
        if now.attemptsLeft < step.attemptsLeft { triesLeft = .triesLeft(now.attemptsLeft) }
        step = now
    }
}
