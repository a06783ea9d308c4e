public import HearthFlows
public import Observation

/// The screen that signs in with a mailed link, asked for here or on another device.
@MainActor @Observable
public final class EmailLinkModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To mail a link, or another one.
        case send
        /// To sign in with a link.
        case open
    }

    /// The address.
    public var email = Field(.email)
    /// The link, where it is pasted rather than opened.
    public var link: Field
    /// What is waited for, once a link was mailed.
    public private(set) var wait: EmailLinkWait?
    /// Whether a link was opened that was asked for on another device: then the address is asked for.
    public private(set) var needsEmail = false
    /// Where the screen leads to, once the link was good.
    public private(set) var next: NextStep?
    /// The seconds until another mail may be sent.
    public let resend: Countdown

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies
    private let purpose: ProofPurpose

    /// Creates the model; a link that an earlier run of the app asked for is still waited for.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - purpose: What the link is wanted for. Defaults to signing in.
    public init(_ dependencies: AuthDependencies, for purpose: ProofPurpose = .signIn) {
        self.dependencies = dependencies
        self.purpose = purpose
        let repository = dependencies.repository
        link = Field(.link { repository.isEmailLink($0) })
        resend = Countdown(clock: dependencies.clock)
        if let wait = repository.pending.emailLink, wait.purpose == purpose { begin(wait) }
    }

    /// Whether ``send()`` would do something.
    public var canSend: Bool { email.isValid && resend.isOver && !progress(of: .send).isRunning }

    /// Whether ``submit()`` would do something.
    public var canSubmit: Bool {
        link.isValid && (!needsEmail || email.isValid) && !progress(of: .open).isRunning
    }

    /// What to tell the user of what was done.
    public var explanation: Message {
        if needsEmail { return Message(.emailLinkElsewhere) }
        return wait.map { .emailLinkSent(to: $0.email) } ?? Message(.emailLinkExplanation)
    }

    /// Mails a link; to the same address as before, another one.
    public func send() async {
        email.leave()
        guard email.isValid, resend.isOver else { return }
        await actions.run(.send) { [self] () throws(AppError) in
            let repository = dependencies.repository
            if let wait, wait.email == email.value {
                begin(try await repository.resend(wait))
            } else {
                begin(try await repository.sendEmailLink(to: email.value, for: purpose))
            }
        }
    }

    /// Goes on with a link that the app was opened with.
    ///
    /// - Parameter link: The link.
    public func open(_ link: String) async {
        self.link.text = link
        await submit()
    }

    /// Signs in with the link, and with the address where it has to be asked for.
    public func submit() async {
        link.leave()
        if needsEmail { email.leave() }
        guard link.isValid, !needsEmail || email.isValid else { return }
        await actions.run(.open) { [self] () throws(AppError) in
            do throws(AppError) {
                let result = try await dependencies.repository.completeEmailLink(
                    link.value,
                    email: needsEmail ? email.value : nil
                )
                link.clear()
                wait = nil
                needsEmail = false
                next = NextStep(result, dependencies)
            } catch {
                guard error.cause?.code == .missingEmail, !needsEmail else { throw error }
                needsEmail = true
            }
        }
    }

    /// Waits for a link no longer.
    public func abandon() async {
        cancel()
        if let wait { await dependencies.repository.abandon(wait) }
        wait = nil
        needsEmail = false
    }

    private func begin(_ wait: EmailLinkWait) {
        self.wait = wait
        email.text = wait.email
        resend.start(until: wait.resendAt)
    }
}
