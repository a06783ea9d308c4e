#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Asks for the second factor of a sign-in.
public struct SecondFactorView: View {
    @State private var model: SecondFactorModel
    @Environment(\.localizer) private var localizer
    @Environment(\.dismiss) private var dismiss

    /// Creates the view.
    ///
    /// - Parameter model: The model, as the screen before leads to it.
    public init(_ model: SecondFactorModel) {
        _model = State(initialValue: model)
    }

    /// The form.
    public var body: some View {
        Form {
            Section {
                Explanation(model.explanation)
                if model.factors.count > 1 { FactorChoice(model.factors) { model.choose($0) } }
            }
            if model.chosen != nil { Section { answer } }
            Section {
                MessageRow(model.triesLeft)
                MessageRow(model.message)
                ActionButton(localizer(.cancel), role: .cancel) {
                    await model.abandon()
                    dismiss()
                }
            }
        }
        .navigationTitle(localizer(.secondFactor))
        .leads(to: model.next)
    }

    @ViewBuilder private var answer: some View {
        if model.needsText {
            ActionButton(localizer(.sendCode), progress: model.progress(of: .send)) { await model.send() }
        } else {
            FieldRow(.code, .oneTimeCode, $model.code) { Task { await model.submit() } }
            ActionButton(localizer(.proceed), progress: model.progress(of: .verify)) { await model.submit() }
                .disabled(model.isOver)
            if model.chosen?.isPhone == true {
                ResendButton(model.resend, progress: model.progress(of: .send)) { await model.send() }
            }
        }
    }
}
#endif
