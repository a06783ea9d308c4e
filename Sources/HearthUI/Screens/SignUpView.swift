#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Creates an account with an address and a password.
public struct SignUpView: View {
    @State private var model: SignUpModel
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameter dependencies: What the models share.
    public init(_ dependencies: AuthDependencies) {
        _model = State(initialValue: SignUpModel(dependencies))
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
        .task { await model.prepare() }
    }
}
#endif
