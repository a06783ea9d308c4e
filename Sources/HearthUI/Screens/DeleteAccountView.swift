#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Deletes the account, and shows how far that is.
public struct DeleteAccountView: View {
    @Bindable private var model: DeleteAccountModel
    @State private var isAsking = false
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameter model: The model, with the app's own steps.
    public init(_ model: DeleteAccountModel) {
        _model = Bindable(model)
    }

    /// The form.
    public var body: some View {
        Form {
            Section {
                Explanation(model.explanation)
                if let deletion = model.deletion, model.progress(of: .delete).isRunning {
                    DeletionProgressRow(deletion)
                }
            }
            if !model.isDeleted {
                Section {
                    ActionButton(
                        localizer(model.isInterrupted ? .tryAgain : .deleteAccount),
                        role: .destructive,
                        progress: model.progress(of: .delete)
                    ) {
                        isAsking = true
                    }
                    if model.isInterrupted {
                        ActionButton(localizer(.cancel), progress: model.progress(of: .abandon)) {
                            await model.abandon()
                        }
                    }
                }
            }
            Section { MessageRow(model.message) }
        }
        .navigationTitle(localizer(.deleteAccount))
        .confirmationDialog(localizer(.deleteExplanation), isPresented: $isAsking) {
            Button(localizer(.deleteAccount), role: .destructive) { Task { await model.delete() } }
            Button(localizer(.cancel), role: .cancel) {}
        }
        .task { await model.run() }
    }
}
#endif
