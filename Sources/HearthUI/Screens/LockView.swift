#if canImport(SwiftUI)
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Takes the app's place while the session is locked or cannot be read: unlocks it, or signs out.
public struct LockView: View {
    @Bindable private var model: SessionModel
    @Environment(\.localizer) private var localizer

    /// Creates the view.
    ///
    /// - Parameter model: What decides which screen is shown.
    public init(_ model: SessionModel) {
        _model = Bindable(model)
    }

    /// The buttons.
    public var body: some View {
        Form {
            Section {
                Label(localizer(title), systemImage: "lock").font(.headline)
                MessageRow(model.message)
            }
            Section {
                if model.screen == .locked {
                    ActionButton(localizer(.unlock), progress: model.progress(of: .unlock)) { await unlock() }
                } else {
                    ActionButton(localizer(.tryAgain), progress: model.progress(of: .retry)) { await model.retry() }
                }
                ActionButton(localizer(.signOut), role: .destructive, progress: model.progress(of: .signOut)) {
                    await model.signOut()
                }
            }
        }
        .task {
            if model.screen == .locked { await unlock() }
        }
    }

    private var title: Message.Key { model.screen == .locked ? .locked : .storageUnavailable }

    private func unlock() async {
        await model.unlock(reason: localizer(.unlock))
    }
}
#endif
