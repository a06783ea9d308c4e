#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Has a mail sent to reset the password, and takes the new one when the app is opened by the link in it.
public struct PasswordResetView: View {
    @State private var model: PasswordResetModel
    private let link: String?
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - link: The link with which the app was opened. Defaults to none: then a mail is asked for.
    public init(_ dependencies: AuthDependencies, link: String? = nil) {
        _model = State(initialValue: PasswordResetModel(dependencies))
        self.link = link
    }

    /// The form.
    public var body: some View {
        Form {
            Section { Explanation(model.explanation) }
            switch model.stage {
            case .asking: Section { asking }
            case .sent:
                Section { ResendButton(model.resend, progress: model.progress(of: .send)) { await model.send() } }
            case .choosing: Section { choosing }
            case .changed: EmptyView()
            }
            Section { MessageRow(model.message) }
        }
        .navigationTitle(localizer(.resetPassword))
        .task { await model.prepare() }
        .task {
            if let link { await model.open(link) }
        }
    }

    @ViewBuilder private var asking: some View {
        FieldRow(.email, .email, $model.email) { Task { await model.send() } }
        ActionButton(localizer(.sendLink), progress: model.progress(of: .send)) { await model.send() }
    }

    @ViewBuilder private var choosing: some View {
        FieldRow(.newPassword, .newPassword, $model.newPassword) { Task { await model.save() } }
        ActionButton(localizer(.save), progress: model.progress(of: .save)) { await model.save() }
    }
}
#endif
