#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Signs in with a link that is mailed, and opened or pasted.
public struct EmailLinkView: View {
    @State private var model: ProofModel
    private let openedWith: String?
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameters:
    ///   - model: The model, of `ProofModel.Channel.emailLink`.
    ///   - link: The link with which the app was opened. Defaults to none.
    public init(_ model: ProofModel, openedWith link: String? = nil) {
        _model = State(initialValue: model)
        openedWith = link
    }

    /// The form.
    public var body: some View {
        Form {
            Section {
                Explanation(model.explanation)
                if model.wait == nil || model.needsRecipient {
                    FieldRow(.email, .email, $model.recipient) { Task { await proceed() } }
                }
                if model.needsRecipient {
                    ActionButton(localizer(.proceed), progress: model.progress(of: .submit)) { await model.submit() }
                } else if model.wait == nil {
                    ActionButton(localizer(.sendLink), progress: model.progress(of: .send)) { await model.send() }
                }
            }
            if model.wait != nil { Section { waiting } }
            Section { MessageRow(model.message) }
        }
        .navigationTitle(localizer(.emailLink))
        .leads(to: model.next)
        .task {
            if let openedWith { await model.open(openedWith) }
        }
    }

    @ViewBuilder private var waiting: some View {
        FieldRow(.link, .link, $model.answer) { Task { await model.submit() } }
        ActionButton(localizer(.signIn), progress: model.progress(of: .submit)) { await model.submit() }
        ResendButton(model.resend, progress: model.progress(of: .send)) { await model.send() }
        ActionButton(localizer(.cancel), role: .cancel) { await model.abandon() }
    }

    private func proceed() async {
        if model.needsRecipient { await model.submit() } else { await model.send() }
    }
}
#endif
