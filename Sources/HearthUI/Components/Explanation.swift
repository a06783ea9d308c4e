#if canImport(SwiftUI)
internal import HearthFlows
internal import HearthModels
internal import SwiftUI

/// What a screen is about, in a sentence.
struct Explanation: View {
    private let message: Message?
    @Environment(\.localizer) private var localizer

    init(_ message: Message?) {
        self.message = message
    }

    init(_ key: Message.Key) {
        self.init(Message(key))
    }

    var body: some View {
        if let message {
            Text(localizer(message)).foregroundStyle(.secondary)
        }
    }
}
#endif
