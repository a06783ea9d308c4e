#if canImport(SwiftUI)
internal import HearthFlows
internal import HearthModels
internal import SwiftUI

/// How far the deletion of an account has come.
struct DeletionProgressRow: View {
    private let deletion: DeletionProgress
    @Environment(\.localizer) private var localizer
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    init(_ deletion: DeletionProgress) {
        self.deletion = deletion
    }

    var body: some View {
        // Deleting the account itself is the last step.
        let count = deletion.steps.count + 1
        ProgressView(
            localizer(.deleteProgress(step: deletion.completed + 1, of: count)),
            value: Double(deletion.completed),
            total: Double(count)
        )
        .animation(reducesMotion ? nil : .default, value: deletion.completed)
    }
}
#endif
