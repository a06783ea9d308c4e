public import HearthAuth
public import HearthFlows
public import Observation

/// The sheet that has the user confirm who they are, whatever it is that waits for it.
///
/// It comes by itself: show it while ``challenge`` is there. Any number of operations wait for one confirmation.
@MainActor @Observable
public final class ReauthenticationModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To confirm with the password.
        case password
        /// To confirm with a provider.
        case provider(String)
        /// To text a code to a second factor.
        case send
        /// To confirm with the code of a second factor.
        case code
    }

    /// What is asked; `nil` while nothing is.
    public private(set) var challenge: ReauthenticationChallenge?
    /// Whether an answer was given and is being looked at.
    public private(set) var isChecking = false
    /// The password.
    public var password = Field(.password)
    /// The code of the second factor.
    public var code = Field(.code())

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies

    /// Creates the model.
    ///
    /// - Parameter dependencies: What the models share.
    public init(_ dependencies: AuthDependencies) {
        self.dependencies = dependencies
        look()
    }

    /// Follows what is asked, until the task is cancelled.
    public func run() async {
        for await _ in dependencies.manager.states { look() }
    }

    /// Looks what is asked now, as ``run()`` does by itself.
    public func look() {
        take(dependencies.manager.state.challenge)
    }

    /// Whether the account has a password to confirm with.
    public var offersPassword: Bool { challenge?.providers.contains("password") ?? false }

    /// The app's providers that the account can confirm with.
    public var providers: [ProviderSignIn] {
        dependencies.providers.filter { challenge?.providers.contains($0.id) ?? false }
    }

    /// The second factors to choose from; none while the first factor is asked for.
    public var factors: [MultiFactorInfo] { challenge?.secondFactor?.factors ?? [] }

    /// What was wrong with the last answer, and how often the user may still try.
    public var problem: (message: Message, triesLeft: Message)? {
        guard let challenge, let problem = challenge.lastProblem else { return nil }
        return (problem, .triesLeft(challenge.attemptsLeft))
    }

    /// Whether ``submit(factor:)`` would do something.
    public var canSubmit: Bool {
        guard let challenge, !isChecking else { return false }
        return challenge.secondFactor == nil ? offersPassword && password.isValid : code.isValid
    }

    /// Answers with the password, or with the code of the second factor, whichever is asked for.
    ///
    /// - Parameter factor: The factor that the code is of. Defaults to the one that a code was texted to, or the first.
    public func submit(factor: MultiFactorInfo? = nil) async {
        guard let challenge, !isChecking else { return }
        if challenge.secondFactor == nil {
            password.leave()
            guard offersPassword, password.isValid else { return }
            await answer(.password, with: .password(password.value))
        } else {
            code.leave()
            guard code.isValid else { return }
            await answer(.code, with: .secondFactor(code: code.value, factor: factor?.uid))
        }
    }

    /// Answers with a provider.
    ///
    /// - Parameter id: The provider, one of ``providers``; another one does nothing.
    public func confirm(with id: String) async {
        guard let challenge, !isChecking, let provider = providers.first(where: { $0.id == id }) else { return }
        await actions.run(.provider(id)) { [self] () throws(FlowError) in
            let proof = try await provider.proof()
            await give(.provider(proof), to: challenge)
        }
    }

    /// Has a code texted to a second factor.
    ///
    /// - Parameter factor: The telephone.
    public func send(to factor: MultiFactorInfo) async {
        guard let step = challenge?.secondFactor else { return }
        await actions.run(.send) { [self] () throws(FlowError) in
            _ = try await dependencies.manager.sendCode(to: factor, for: step)
        }
    }

    /// Gives up: everything that waits for the confirmation ends.
    public func decline() async {
        cancel()
        guard let challenge else { return }
        await dependencies.manager.answer(challenge, with: .cancel)
    }

    private func answer(_ action: Action, with answer: ReauthenticationAnswer) async {
        guard let challenge else { return }
        await actions.run(action) { [self] () throws(FlowError) in await give(answer, to: challenge) }
    }

    private func give(_ answer: ReauthenticationAnswer, to challenge: ReauthenticationChallenge) async {
        isChecking = true
        await dependencies.manager.answer(challenge, with: answer)
    }

    private func take(_ challenge: ReauthenticationChallenge?) {
        guard challenge != self.challenge else { return }
        defer { self.challenge = challenge }
        // That a code was texted changes the question's state, but asks nothing new.
        guard challenge.map(Question.init) != self.challenge.map(Question.init) else { return }
        isChecking = false
        password.clear()
        code.clear()
    }
}

/// What makes two states of a challenge different questions.
private struct Question: Hashable {
    private let id: FlowID
    private let attemptsLeft: Int
    private let secondFactor: FlowID?
    private let secondFactorAttemptsLeft: Int?

    init(_ challenge: ReauthenticationChallenge) {
        id = challenge.id
        attemptsLeft = challenge.attemptsLeft
        secondFactor = challenge.secondFactor?.id
        secondFactorAttemptsLeft = challenge.secondFactor?.attemptsLeft
    }
}
