#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Signs in with a code that is texted.
public struct PhoneSignInView: View {
    @State private var model: ProofModel
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameter dependencies: What the models share.
    public init(_ dependencies: AuthDependencies) {
        _model = State(initialValue: ProofModel(.phone, dependencies))
    }

    /// The form.
    public var body: some View {
        Form {
            if model.wait == nil {
                Section {
                    FieldRow(.phoneNumber, .phoneNumber, $model.recipient) { Task { await model.send() } }
                    ActionButton(localizer(.sendCode), progress: model.progress(of: .send)) { await model.send() }
                }
            } else {
                Section { code }
            }
            Section {
                MessageRow(model.triesLeft)
                MessageRow(model.message)
            }
        }
        .navigationTitle(localizer(.phone))
        .leads(to: model.next)
    }

    @ViewBuilder private var code: some View {
        Explanation(model.explanation)
        FieldRow(.code, .oneTimeCode, $model.answer) { Task { await model.submit() } }
        ActionButton(localizer(.signIn), progress: model.progress(of: .submit)) { await model.submit() }
        ResendButton(model.resend, progress: model.progress(of: .send)) { await model.send() }
        ActionButton(localizer(.cancel), role: .cancel) { await model.abandon() }
    }
}
#endif
