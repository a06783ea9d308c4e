#if canImport(SwiftUI)
public import HearthAuth
internal import HearthFlows
public import HearthModels
public import SwiftUI

/// Shows the app to the user who is signed in, and otherwise the screen that leads there.
///
/// ```swift
/// AuthGate(dependencies) { user in
///     NotesView(user)
/// }
/// ```
///
/// It also asks the user to confirm who they are when something needs that, and takes the links of mails.
public struct AuthGate<Content: View>: View {
    @State private var session: SessionModel
    @State private var opened: OpenedLink?
    @State private var isOpening = false
    private let dependencies: AuthDependencies
    private let options: SignInOptions
    private let content: (User) -> Content
    @Environment(\.localizer) private var localizer
    @Environment(\.scenePhase) private var scenePhase

    /// Creates the view.
    ///
    /// - Parameters:
    ///   - dependencies: What the models share.
    ///   - options: What the screen to sign in offers beside the providers. Defaults to ``SignInOptions/standard``.
    ///   - content: The app, for the user who is signed in.
    public init(
        _ dependencies: AuthDependencies,
        options: SignInOptions = .standard,
        @ViewBuilder content: @escaping (User) -> Content
    ) {
        _session = State(initialValue: SessionModel(dependencies))
        self.dependencies = dependencies
        self.options = options
        self.content = content
    }

    /// The screen.
    public var body: some View {
        screen
            .task { await session.run() }
            .onChange(of: scenePhase) { _, phase in
                guard phase == .active, case .storageUnavailable = session.screen else { return }
                Task { await session.retry() }
            }
            .onIncomingLink { link in
                guard let link = OpenedLink(link) else { return }
                opened = link
                isOpening = true
            }
            .asksToConfirm(dependencies)
            .sheet(isPresented: $isOpening) { openedScreen }
    }

    @ViewBuilder private var screen: some View {
        switch session.screen {
        case .restoring: ProgressView(localizer(.restoring)).padding()
        case .locked, .storageUnavailable: LockView(session)
        case .deleting(let deletion): DeletionProgressRow(deletion).padding()
        case .signedOut(let reason):
            NavigationStack {
                VStack {
                    MessageRow(reason, .notice).padding()
                    SignInView(dependencies, options: options)
                }
            }
        case .signedIn(let user): content(user)
        }
    }

    @ViewBuilder private var openedScreen: some View {
        NavigationStack {
            Group {
                switch opened {
                case .signIn(let link): EmailLinkView(ProofModel(.emailLink, dependencies), openedWith: link)
                case .passwordReset(let link): PasswordResetView(dependencies, link: link)
                case nil: EmptyView()
                }
            }
            // Another link is another screen.
            .id(opened)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(localizer(.done)) { isOpening = false }
                }
            }
        }
        .onChange(of: session.screen) { _, screen in
            if case .signedIn = screen { isOpening = false }
        }
    }
}
#endif
