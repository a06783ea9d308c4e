#if canImport(SwiftUI)
public import HearthModels
public import SwiftUI

/// Creates an account with an address and a password.
public struct SignUpView: View {
    @State private var model: SignUpModel
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - passwordRule: What is asked of the password. Defaults to six characters.
    public init(_ dependencies: AuthDependencies, passwordRule: FieldRule = .newPassword()) {
        _model = State(initialValue: SignUpModel(dependencies, passwordRule: passwordRule))
    }

    /// The form.
    public var body: some View {
        Form {
            Section {
                FieldRow(.email, .email, $model.email)
                FieldRow(.newPassword, .newPassword, $model.password)
                FieldRow(.displayName, .name, $model.displayName) { Task { await model.submit() } }
            }
            Section {
                ActionButton(localizer(.signUp), progress: model.progress(of: .signUp)) { await model.submit() }
            }
            Section { MessageRow(model.message) }
        }
        .navigationTitle(localizer(.signUp))
        .leads(to: model.next)
    }
}
#endif
