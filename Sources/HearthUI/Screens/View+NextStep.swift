#if canImport(SwiftUI)
internal import HearthModels
internal import SwiftUI

extension View {
    /// Goes on to where a screen leads: an account that is in the way, or a second factor.
    ///
    /// Somebody who is signed in is shown by whoever follows the session, and needs no screen here.
    func leads(to step: NextStep?, comeBack: @escaping @MainActor @Sendable () -> Void = {}) -> some View {
        modifier(NextScreen(step: step, comeBack: comeBack))
    }
}

private struct NextScreen: ViewModifier {
    let step: NextStep?
    let comeBack: @MainActor @Sendable () -> Void
    @State private var isShown = false

    func body(content: Content) -> some View {
        content
            .navigationDestination(isPresented: $isShown) {
                switch step {
                case .collision(let model): CollisionView(model)
                case .secondFactor(let model): SecondFactorView(model)
                case .signedIn, nil: EmptyView()
                }
            }
            .onChange(of: needsScreen, initial: true) { _, needsScreen in
                isShown = needsScreen
            }
            .onChange(of: isShown) { wasShown, isShown in
                if wasShown, !isShown { comeBack() }
            }
    }

    private var needsScreen: Bool {
        switch step {
        case .collision, .secondFactor: true
        case .signedIn, nil: false
        }
    }
}
#endif
