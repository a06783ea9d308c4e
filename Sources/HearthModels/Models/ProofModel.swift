internal import HearthAuth
public import HearthFlows
public import Observation

/// The screen that signs in with a mailed link or with a texted code, or links the address or the number.
@MainActor @Observable
public final class ProofModel: ScreenModel {
    /// What is sent to the user.
    public enum Channel: Sendable, Hashable {
        /// A link that is mailed, asked for here or on another device.
        case emailLink
        /// A code that is texted.
        case phone
    }

    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To send a link or a code, or another one.
        case send
        /// To go on with the link or the code.
        case submit
    }

    /// What is sent to the user.
    public let channel: Channel
    /// The address or the number.
    public var recipient: Field
    /// The link, where it is pasted rather than opened; or the code.
    public var answer: Field
    /// What is waited for, once something was sent.
    public private(set) var wait: ProofWait?
    /// Whether a link was opened that was mailed to an address that is not known here: then the address is asked for.
    public private(set) var needsRecipient = false
    /// How often the user may still try, after a wrong answer.
    public private(set) var triesLeft: Message?
    /// Where the screen leads to, once the answer was right.
    public private(set) var next: NextStep?
    /// The seconds until another one may be sent.
    public let resend: Countdown

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies
    private let purpose: ProofPurpose

    /// Creates the model; what an earlier run of the app sent is still waited for.
    ///
    /// - Parameters:
    ///   - channel: What is sent to the user.
    ///   - dependencies: What the models share.
    ///   - purpose: What it is wanted for. Defaults to signing in.
    public init(_ channel: Channel, _ dependencies: AuthDependencies, for purpose: ProofPurpose = .signIn) {
        self.channel = channel
        self.dependencies = dependencies
        self.purpose = purpose
        let auth = dependencies.manager.auth
        recipient = Field(channel == .phone ? .phoneNumber : .email)
        answer = Field(channel == .phone ? .code() : .link { auth.isSignIn(withEmailLink: $0) })
        resend = Countdown(clock: dependencies.clock)
        if let wait = pending, wait.purpose == purpose { begin(wait) }
    }

    /// Whether ``send()`` would do something.
    public var canSend: Bool { recipient.isValid && resend.isOver && !progress(of: .send).isRunning }

    /// Whether ``submit()`` would do something.
    public var canSubmit: Bool {
        mayAnswer && answer.isValid && (!needsRecipient || recipient.isValid) && !progress(of: .submit).isRunning
    }

    /// What to tell the user of what was done; `nil` before a code was texted.
    public var explanation: Message? {
        switch channel {
        case .phone: wait.map { .codeTexted(to: $0.recipient) }
        case .emailLink where needsRecipient: Message(.emailLinkElsewhere)
        case .emailLink: wait.map { .emailLinkSent(to: $0.recipient) } ?? Message(.emailLinkExplanation)
        }
    }

    /// Sends a link or a code; to the same recipient as before, another one.
    public func send() async {
        recipient.leave()
        guard recipient.isValid, resend.isOver else { return }
        await actions.run(.send) { [self] () throws(FlowError) in
            let again = wait.flatMap { $0.recipient == recipient.value ? $0 : nil }
            begin(try await send(to: recipient.value, again: again))
        }
    }

    /// Goes on with a link that the app was opened with.
    ///
    /// - Parameter link: The link.
    public func open(_ link: String) async {
        answer.text = link
        await submit()
    }

    /// Goes on with the link or the code, and with the address where it has to be asked for.
    public func submit() async {
        answer.leave()
        if needsRecipient { recipient.leave() }
        guard mayAnswer, answer.isValid, !needsRecipient || recipient.isValid else { return }
        await actions.run(.submit) { [self] () throws(FlowError) in
            do throws(FlowError) {
                let outcome = try await complete()
                answer.clear()
                wait = nil
                needsRecipient = false
                next = NextStep(outcome, dependencies)
            } catch {
                try note(error)
            }
        }
    }

    /// Waits no longer, for example to correct the address or the number.
    public func abandon() async {
        cancel()
        if let wait { await dependencies.manager.abandon(wait) }
        wait = nil
        needsRecipient = false
        triesLeft = nil
        answer.clear()
    }

    /// What the workflow waits for.
    private var pending: ProofWait? {
        let state = dependencies.manager.state
        return channel == .phone ? state.phoneCode : state.emailLink
    }

    /// A link may have been asked for on another device, a code not.
    private var mayAnswer: Bool { channel == .emailLink || wait != nil }

    private func send(to recipient: String, again wait: ProofWait?) async throws(FlowError) -> ProofWait {
        let (manager, links) = (dependencies.manager, dependencies.emailLinks)
        switch (channel, wait) {
        case (.phone, let wait?): return try await manager.resend(wait)
        case (.phone, nil): return try await manager.sendCode(to: recipient, for: purpose)
        case (.emailLink, let wait?): return try await manager.resend(wait, settings: links)
        case (.emailLink, nil): return try await manager.sendEmailLink(to: recipient, settings: links, for: purpose)
        }
    }

    private func complete() async throws(FlowError) -> SignInOutcome {
        let manager = dependencies.manager
        if channel == .phone { return try await manager.verifyCode(answer.value) }
        return try await manager.completeEmailLink(answer.value, email: needsRecipient ? recipient.value : nil)
    }

    /// A wrong answer may be tried again; after too many, or too late, the wait is over.
    private func note(_ error: FlowError) throws(FlowError) {
        let before = wait?.attemptsLeft
        wait = pending
        triesLeft = wait.flatMap { $0.attemptsLeft == before ? nil : .triesLeft($0.attemptsLeft) }
        if channel == .phone, error.isWrongAnswer { answer.reject(error.message) }
        guard error.code == .missingEmail, !needsRecipient else { throw error }
        needsRecipient = true
    }

    private func begin(_ wait: ProofWait) {
        self.wait = wait
        recipient.text = wait.recipient
        if channel == .phone { answer.clear() }
        triesLeft = nil
        resend.start(until: wait.resendAt)
    }
}
