public import Foundation

// An app's delegate asks these for each address and notification; nothing here ever sends one.
extension Auth {
    /// Whether an address was for this client, and the app need not look at it: never.
    public func canHandle(_ url: URL) -> Bool { false }

    /// Whether a notification was for this client, and the app need not look at it: never.
    public func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool { false }
}
