#if canImport(SwiftUI)
internal import Foundation
public import HearthAuth
public import SwiftUI

extension View {
    /// Takes links with which the system opens the app, as the ones in mails.
    ///
    /// - Parameters:
    ///   - callbackScheme: The scheme, without a colon, to which browsers come back. Defaults to none.
    ///   - action: What to do with a link.
    /// - Returns: The view.
    public func onIncomingLink(
        callbackScheme: String? = nil,
        perform action: @escaping @MainActor (IncomingLink) -> Void
    ) -> some View {
        onOpenURL { url in
            action(IncomingLink(url.absoluteString, callbackScheme: callbackScheme))
        }
    }
}
#endif
