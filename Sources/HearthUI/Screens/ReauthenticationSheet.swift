#if canImport(SwiftUI)
internal import HearthAuth
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Has the user confirm who they are; it comes by itself when something needs that.
public struct ReauthenticationSheet: View {
    @Bindable private var model: ReauthenticationModel
    @State private var factor: MultiFactorInfo?
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameter model: The model, which the view that shows the sheet follows.
    public init(_ model: ReauthenticationModel) {
        _model = Bindable(model)
    }

    /// The form.
    public var body: some View {
        NavigationStack {
            Form {
                Section { Explanation(.reauthenticateExplanation) }
                if model.factors.isEmpty { firstFactor } else { secondFactor }
                Section {
                    MessageRow(model.problem?.message ?? model.message)
                    MessageRow(model.problem?.triesLeft)
                }
            }
            .navigationTitle(localizer(.reauthenticate))
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(localizer(.cancel)) { Task { await model.decline() } }
                }
            }
        }
        .interactiveDismissDisabled()
    }

    @ViewBuilder private var firstFactor: some View {
        if model.offersPassword {
            Section {
                FieldRow(.password, .password, $model.password) { Task { await model.submit() } }
                ActionButton(localizer(.confirm), progress: model.progress(of: .password)) { await model.submit() }
            }
        }
        Section {
            ProviderButtons(model.providers) { id in
                model.progress(of: .provider(id))
            } action: { id in
                await model.confirm(with: id)
            }
        }
        .disabled(model.isChecking)
    }

    @ViewBuilder private var secondFactor: some View {
        Section {
            FactorChoice(model.factors) { chosen in
                factor = chosen
                if chosen.isPhone { await model.send(to: chosen) }
            }
        }
        Section {
            FieldRow(.code, .oneTimeCode, $model.code) { Task { await model.submit(factor: factor) } }
            ActionButton(localizer(.confirm), progress: model.progress(of: .code)) {
                await model.submit(factor: factor)
            }
        }
    }
}
#endif
