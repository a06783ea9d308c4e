#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Signs in: with an address and a password, a passkey, a provider, or as a guest; a guest is offered to stay for good.
public struct SignInView: View {
    @State private var model: SignInModel
    private let dependencies: AuthDependencies
    private let options: SignInOptions
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - options: What is offered beside the providers. Defaults to ``SignInOptions/standard``.
    public init(_ dependencies: AuthDependencies, options: SignInOptions = .standard) {
        _model = State(initialValue: SignInModel(dependencies))
        self.dependencies = dependencies
        self.options = options
    }

    /// The form.
    public var body: some View {
        Form {
            if model.isGuest {
                Section { Explanation(.guestExplanation) }
            }
            if options.contains(.password) { password }
            Section {
                ProviderButtons(model.providers) { id in
                    model.progress(of: .provider(id))
                } action: { id in
                    await model.signIn(with: id)
                }
                otherWays
            }
            Section { MessageRow(model.message) }
        }
        .navigationTitle(localizer(.signIn))
        .leads(to: model.next)
    }

    private var password: some View {
        Section {
            FieldRow(.email, .email, $model.email)
            FieldRow(.password, .password, $model.password) { Task { await model.submit() } }
            ActionButton(localizer(.signIn), progress: model.progress(of: .password)) { await model.submit() }
            NavigationLink(localizer(.forgotPassword)) { PasswordResetView(dependencies) }
        }
    }

    @ViewBuilder private var otherWays: some View {
        if model.offersPasskeys {
            ActionButton(localizer(.passkey), symbol: "person.badge.key", progress: model.progress(of: .passkey)) {
                await model.signInWithPasskey()
            }
        }
        if options.contains(.emailLink) {
            NavigationLink(localizer(.emailLink)) { EmailLinkView(ProofModel(.emailLink, dependencies)) }
        }
        if options.contains(.phone) {
            NavigationLink(localizer(.phone)) { PhoneSignInView(dependencies) }
        }
        if options.contains(.signUp) {
            NavigationLink(localizer(.signUp)) { SignUpView(dependencies) }
        }
        if options.contains(.guest), !model.isGuest {
            ActionButton(localizer(.continueAsGuest), progress: model.progress(of: .guest)) {
                await model.continueAsGuest()
            }
        }
    }
}
#endif
