#if canImport(SwiftUI)
internal import HearthFlows
internal import HearthModels
internal import SwiftUI

/// What the last action came to, for the user to read.
struct MessageRow: View {
    enum Kind {
        case problem
        case notice
    }

    private let message: Message?
    private let kind: Kind
    @Environment(\.localizer) private var localizer

    init(_ message: Message?, _ kind: Kind = .problem) {
        self.message = message
        self.kind = kind
    }

    var body: some View {
        if let message {
            Label(
                localizer(message),
                systemImage: kind == .problem ? "exclamationmark.triangle" : "checkmark.circle"
            )
            .font(.callout)
            .foregroundStyle(kind == .problem ? Color.red : Color.accentColor)
            .accessibilityElement(children: .combine)
        }
    }
}
#endif
