#if canImport(SwiftUI)
internal import HearthFlows
internal import HearthModels
internal import SwiftUI

/// A button that shows whether what it does is on its way, and does it once at a time.
struct ActionButton: View {
    private let title: String
    private let symbol: String?
    private let role: ButtonRole?
    private let progress: ActionProgress
    private let action: @MainActor () async -> Void

    init(
        _ title: String,
        symbol: String? = nil,
        role: ButtonRole? = nil,
        progress: ActionProgress = .idle,
        action: @escaping @MainActor () async -> Void
    ) {
        self.title = title
        self.symbol = symbol
        self.role = role
        self.progress = progress
        self.action = action
    }

    var body: some View {
        Button(role: role) {
            Task { await action() }
        } label: {
            HStack {
                if let symbol {
                    Label(title, systemImage: symbol)
                } else {
                    Text(title)
                }
                Spacer()
                if progress.isRunning { ProgressView() }
            }
        }
        .disabled(progress.isRunning)
        .accessibilityAddTraits(progress.isRunning ? .updatesFrequently : [])
    }
}
#endif
