#if canImport(SwiftUI)
public import HearthModels
public import SwiftUI

extension View {
    /// Asks the user to confirm who they are, whenever something needs that.
    ///
    /// ``AuthGate`` does so by itself. A sheet of the app's own, from which something may ask, does it for itself: no
    /// other sheet can come in front of it.
    ///
    /// - Parameter dependencies: What the models share.
    /// - Returns: The view.
    public func asksToConfirm(_ dependencies: AuthDependencies) -> some View {
        modifier(Confirmation(model: ReauthenticationModel(dependencies)))
    }
}

private struct Confirmation: ViewModifier {
    @State var model: ReauthenticationModel
    @State private var isShown = false

    func body(content: Content) -> some View {
        content
            .task { await model.run() }
            .onChange(of: model.challenge != nil, initial: true) { _, isAsked in
                isShown = isAsked
            }
            .sheet(isPresented: $isShown) { ReauthenticationSheet(model) }
    }
}
#endif
