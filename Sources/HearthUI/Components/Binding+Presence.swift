#if canImport(SwiftUI)
internal import SwiftUI

extension Binding where Value == Bool {
    /// Whether something is there; it is told to go away when the user dismisses what shows it.
    @MainActor
    init<Model: AnyObject & Sendable>(
        of model: Model,
        isPresent: @escaping @MainActor @Sendable (Model) -> Bool,
        dismiss: @escaping @MainActor @Sendable (Model) -> Void
    ) {
        self.init {
            isPresent(model)
        } set: { isPresented in
            if !isPresented, isPresent(model) { dismiss(model) }
        }
    }
}
#endif
