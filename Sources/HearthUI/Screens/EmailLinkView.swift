#if canImport(SwiftUI)
public import HearthModels
public import SwiftUI

/// Signs in with a link that is mailed, and opened or pasted.
public struct EmailLinkView: View {
    @State private var model: EmailLinkModel
    private let openedWith: String?
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - link: The link with which the app was opened. Defaults to none.
    public init(_ model: EmailLinkModel, openedWith link: String? = nil) {
        _model = State(initialValue: model)
        openedWith = link
    }

    /// The form.
    public var body: some View {
        Form {
            Section {
                Explanation(model.explanation)
                if model.wait == nil || model.needsEmail {
                    FieldRow(.email, .email, $model.email) { Task { await proceed() } }
                }
                if model.needsEmail {
                    ActionButton(localizer(.proceed), progress: model.progress(of: .open)) { await model.submit() }
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
        FieldRow(.link, .link, $model.link) { Task { await model.submit() } }
        ActionButton(localizer(.signIn), progress: model.progress(of: .open)) { await model.submit() }
        ResendButton(model.resend, progress: model.progress(of: .send)) { await model.send() }
        ActionButton(localizer(.cancel), role: .cancel) { await model.abandon() }
    }

    private func proceed() async {
        if model.needsEmail { await model.submit() } else { await model.send() }
    }
}
#endif
