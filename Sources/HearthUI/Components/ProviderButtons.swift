#if canImport(SwiftUI)
internal import HearthFlows
internal import HearthModels
internal import SwiftUI

/// One button for each provider that the app offers.
struct ProviderButtons: View {
    private let providers: [ProviderSignIn]
    private let progress: (String) -> ActionProgress
    private let action: @MainActor (String) async -> Void
    @Environment(\.localizer) private var localizer

    init(
        _ providers: [ProviderSignIn],
        progress: @escaping (String) -> ActionProgress,
        action: @escaping @MainActor (String) async -> Void
    ) {
        self.providers = providers
        self.progress = progress
        self.action = action
    }

    var body: some View {
        ForEach(providers) { provider in
            ActionButton(
                localizer(.continueWith(provider.id)),
                symbol: provider.id == "apple.com" ? "apple.logo" : nil,
                progress: progress(provider.id)
            ) {
                await action(provider.id)
            }
        }
    }
}
#endif
