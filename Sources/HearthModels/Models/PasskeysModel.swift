public import HearthAuth
internal import HearthFlows
public import Observation

/// The screen that lists the account's passkeys, adds one, and takes one away.
@MainActor @Observable
public final class PasskeysModel: ScreenModel {
    /// What the user can ask for.
    public enum Action: Hashable, Sendable {
        /// To make a passkey.
        case add
        /// To take a passkey away, by its identifier.
        case remove(String)
    }

    /// A name by which the user knows the new passkey again; may be left empty.
    public var name = Field(.optional)
    /// The passkeys of the account.
    public private(set) var passkeys: [PasskeyInfo]

    /// Runs the actions.
    public let actions = ActionRunner<Action>()
    private let dependencies: AuthDependencies

    /// Creates the model.
    ///
    /// - Parameter dependencies: What the models share.
    public init(_ dependencies: AuthDependencies) {
        self.dependencies = dependencies
        passkeys = dependencies.manager.currentUser?.enrolledPasskeys ?? []
    }

    /// Whether ``add()`` would do something: the app has something that makes passkeys.
    public var canAdd: Bool { dependencies.passkeys != nil && !progress(of: .add).isRunning }

    /// Makes a passkey and adds it.
    public func add() async {
        guard let authenticator = dependencies.passkeys else { return }
        await actions.run(.add) { [self] () throws(FlowError) in
            let user = try await dependencies.manager.enrollPasskey(
                named: name.value.isEmpty ? nil : name.value,
                using: authenticator
            )
            passkeys = user.enrolledPasskeys
            name.clear()
        }
    }

    /// Takes a passkey away; the last sign-in method stays.
    ///
    /// - Parameter passkey: One of ``passkeys``.
    public func remove(_ passkey: PasskeyInfo) async {
        await actions.run(.remove(passkey.credentialID)) { [self] () throws(FlowError) in
            passkeys = try await dependencies.manager.unenrollPasskey(passkey).enrolledPasskeys
        }
    }
}
