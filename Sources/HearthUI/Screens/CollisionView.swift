#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Resolves a sign-in that another account is in the way of.
public struct CollisionView: View {
    @State private var model: CollisionModel
    @Environment(\.localizer) private var localizer
    @Environment(\.dismiss) private var dismiss

    /// Creates the view.
    ///
    /// - Parameter model: The model, as the screen before leads to it.
    public init(_ model: CollisionModel) {
        _model = State(initialValue: model)
    }

    /// The form.
    public var body: some View {
        Form {
            Section { Explanation(model.explanation) }
            if model.offersPassword {
                Section {
                    FieldRow(.password, .password, $model.password) { Task { await model.submit() } }
                    ActionButton(localizer(.signIn), progress: model.progress(of: .password)) { await model.submit() }
                }
            }
            Section {
                ProviderButtons(model.providers) { id in
                    model.progress(of: .provider(id))
                } action: { id in
                    await model.signIn(with: id)
                }
                if model.isOtherAccounts {
                    ActionButton(localizer(.signIn), progress: model.progress(of: .switchAccount)) {
                        await model.switchAccount()
                    }
                }
                ActionButton(localizer(.cancel), role: .cancel) {
                    await model.abandon()
                    dismiss()
                }
            }
            Section { MessageRow(model.message) }
        }
        .navigationTitle(localizer(.collision))
        .leads(to: model.next)
    }
}
#endif
