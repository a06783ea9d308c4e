#if canImport(SwiftUI)
internal import HearthFlows
internal import HearthModels
internal import SwiftUI

/// Sends again, and says how long to wait for that.
struct ResendButton: View {
    private let countdown: Countdown
    private let progress: ActionProgress
    private let action: @MainActor () async -> Void
    @Environment(\.localizer) private var localizer

    init(_ countdown: Countdown, progress: ActionProgress, action: @escaping @MainActor () async -> Void) {
        self.countdown = countdown
        self.progress = progress
        self.action = action
    }

    var body: some View {
        let title = countdown.isOver ? localizer(.resend) : localizer(.resendAfter(seconds: countdown.seconds))
        ActionButton(title, progress: progress, action: action)
            .disabled(!countdown.isOver)
    }
}
#endif
