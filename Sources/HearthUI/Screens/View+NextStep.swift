#if canImport(SwiftUI)
internal import HearthModels
internal import SwiftUI

extension View {
    /// Goes on to where a screen leads: an account that is in the way, or a second factor.
    ///
    /// A screen that was pushed or presented goes away once a user is signed in; what comes then is shown by the view that
    /// follows the session.
    func leads(to step: NextStep?) -> some View {
        modifier(NextScreen(step: step))
    }
}

private struct NextScreen: ViewModifier {
    let step: NextStep?
    @State private var isShown = false
    @Environment(\.dismiss) private var dismiss
    @Environment(\.isPresented) private var isPresented

    func body(content: Content) -> some View {
        content
            .navigationDestination(isPresented: $isShown) {
                switch step {
                case .collision(let model): CollisionView(model)
                case .secondFactor(let model): SecondFactorView(model)
                case .signedIn, nil: EmptyView()
                }
            }
            .onChange(of: screen) { _, screen in
                isShown = screen != nil
            }
            .onChange(of: step?.user) { _, user in
                if user != nil, isPresented { dismiss() }
            }
    }

    /// Tells one screen from the next, also of the same kind.
    private var screen: ObjectIdentifier? {
        switch step {
        case .collision(let model): ObjectIdentifier(model)
        case .secondFactor(let model): ObjectIdentifier(model)
        case .signedIn, nil: nil
        }
    }
}
#endif
