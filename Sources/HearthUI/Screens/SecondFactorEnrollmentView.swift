#if canImport(SwiftUI)
internal import HearthAuth
internal import HearthCore
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Adds a second factor, an authenticator app or a telephone, and takes one away.
public struct SecondFactorEnrollmentView: View {
    @State private var model: SecondFactorEnrollmentModel
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - issuer: What an authenticator app calls this app.
    public init(_ dependencies: AuthDependencies, issuer: String) {
        _model = State(initialValue: SecondFactorEnrollmentModel(dependencies, issuer: issuer))
    }

    /// The form.
    public var body: some View {
        Form {
            if model.isDone {
                Section { MessageRow(Message(.factorEnrolled), .notice) }
            } else if model.isWaitingForCode {
                Section { waiting }
            } else {
                Section(localizer(.authenticatorApp)) {
                    ActionButton(localizer(.proceed), progress: model.progress(of: .app)) { await model.beginWithApp() }
                }
                Section(localizer(.textMessage)) {
                    FieldRow(.phoneNumber, .phoneNumber, $model.phoneNumber) { Task { await model.sendCode() } }
                    ActionButton(localizer(.sendCode), progress: model.progress(of: .phone)) { await model.sendCode() }
                }
            }
            Section { enrolled }
            Section { MessageRow(model.message) }
        }
        .navigationTitle(localizer(.secondFactor))
    }

    @ViewBuilder private var waiting: some View {
        Explanation(model.explanation)
        if let picture = model.picture {
            QRCodeView(code: picture, label: localizer(.scanPicture)).privacySensitive()
        }
        if let key = model.key {
            LabeledContent(localizer(.key), value: key.reveal()).font(.body.monospaced()).privacySensitive()
        }
        FieldRow(.factorName, .name, $model.name)
        FieldRow(.code, .oneTimeCode, $model.code) { Task { await model.submit() } }
        ActionButton(localizer(.confirm), progress: model.progress(of: .finish)) { await model.submit() }
        ActionButton(localizer(.cancel), role: .cancel) { await model.abandon() }
    }

    @ViewBuilder private var enrolled: some View {
        ForEach(model.factors, id: \.uid) { factor in
            ActionButton(
                localizer(.remove(factor.title.text(localizer))),
                role: .destructive,
                progress: model.progress(of: .remove(factor.uid))
            ) {
                await model.remove(factor)
            }
        }
    }
}
#endif
