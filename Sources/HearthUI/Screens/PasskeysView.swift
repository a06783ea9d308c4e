#if canImport(SwiftUI)
internal import HearthAuth
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Adds passkeys to the account, and takes them away.
public struct PasskeysView: View {
    @State private var model: PasskeysModel
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameter dependencies: What the models share.
    public init(_ dependencies: AuthDependencies) {
        _model = State(initialValue: PasskeysModel(dependencies))
    }

    /// The form.
    public var body: some View {
        Form {
            Section {
                ForEach(model.passkeys, id: \.credentialID) { passkey in
                    ActionButton(
                        localizer(.remove(passkey.name ?? "passkey")),
                        role: .destructive,
                        progress: model.progress(of: .remove(passkey.credentialID))
                    ) {
                        await model.remove(passkey)
                    }
                }
            }
            Section {
                FieldRow(.factorName, .name, $model.name) { Task { await model.add() } }
                ActionButton(localizer(.add("passkey")), progress: model.progress(of: .add)) { await model.add() }
                    .disabled(!model.canAdd)
            }
            Section { MessageRow(model.message) }
        }
        .navigationTitle(localizer(.passkey))
    }
}
#endif
