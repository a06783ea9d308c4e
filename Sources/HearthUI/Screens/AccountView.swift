#if canImport(SwiftUI)
internal import HearthAuth
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// The signed-in user's account: name, address, password, sign-in methods, second factors, passkeys, and its deletion.
public struct AccountView: View {
    @State private var model: AccountModel
    @State private var deletion: DeleteAccountModel
    private let dependencies: AuthDependencies
    private let issuer: String
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - issuer: What an authenticator app calls this app.
    ///   - deletion: What deletes the account, with the app's own steps. Defaults to the account alone.
    public init(_ dependencies: AuthDependencies, issuer: String, deletion: DeleteAccountModel? = nil) {
        _model = State(initialValue: AccountModel(dependencies))
        _deletion = State(initialValue: deletion ?? DeleteAccountModel(dependencies))
        self.dependencies = dependencies
        self.issuer = issuer
    }

    /// The form.
    public var body: some View {
        Form {
            Section { who }
            if let user = model.user, !user.isAnonymous { profile }
            Section(localizer(.waysIn)) { waysIn }
            Section {
                MessageRow(model.notice, .notice)
                MessageRow(model.message)
            }
            Section {
                ActionButton(localizer(.signOut), progress: model.progress(of: .signOut)) { await model.signOut() }
                NavigationLink(localizer(.deleteAccount)) { DeleteAccountView(deletion) }
            }
        }
        .navigationTitle(localizer(.account))
        .leads(to: model.next)
        .task { await model.prepare() }
        .task { await model.run() }
    }

    @ViewBuilder private var who: some View {
        if let user = model.user {
            if user.isAnonymous {
                Text(localizer(.signedInAsGuest)).font(.headline)
                Explanation(.guestExplanation)
                NavigationLink(localizer(.signUp)) { SignUpView(dependencies) }
            } else {
                Text(localizer(.signedIn(as: user.title ?? user.uid))).font(.headline)
            }
            if let email = user.email {
                LabeledContent(email, value: localizer(user.isEmailVerified ? .verified : .notVerified))
            }
            if model.canVerify {
                ActionButton(localizer(.sendVerification), progress: model.progress(of: .verification)) {
                    await model.sendVerification()
                }
            }
        }
    }

    @ViewBuilder private var profile: some View {
        Section(localizer(.displayName)) {
            FieldRow(.displayName, .name, $model.displayName) { Task { await model.saveName() } }
            ActionButton(localizer(.save), progress: model.progress(of: .name)) { await model.saveName() }
        }
        Section(localizer(.changeEmail)) {
            FieldRow(.email, .email, $model.newEmail) { Task { await model.changeEmail() } }
            ActionButton(localizer(.changeEmail), progress: model.progress(of: .email)) { await model.changeEmail() }
        }
        Section(localizer(.changePassword)) {
            FieldRow(.newPassword, .newPassword, $model.newPassword) { Task { await model.changePassword() } }
            ActionButton(localizer(.changePassword), progress: model.progress(of: .password)) {
                await model.changePassword()
            }
        }
        Section {
            NavigationLink(localizer(.secondFactor)) { SecondFactorEnrollmentView(dependencies, issuer: issuer) }
            if dependencies.passkeys != nil {
                NavigationLink(localizer(.passkey)) { PasskeysView(dependencies) }
            }
        }
    }

    @ViewBuilder private var waysIn: some View {
        ForEach(model.signInMethods, id: \.self) { id in
            ActionButton(
                localizer(.remove(id)),
                role: .destructive,
                progress: model.progress(of: .unlink(id))
            ) {
                await model.unlink(id)
            }
            .disabled(!model.canUnlink)
        }
        ForEach(model.addable) { provider in
            ActionButton(localizer(.add(provider.id)), progress: model.progress(of: .link(provider.id))) {
                await model.link(provider.id)
            }
        }
    }
}
#endif
