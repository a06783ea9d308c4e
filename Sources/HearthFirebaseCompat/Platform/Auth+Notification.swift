public import Foundation

extension Notification.Name {
    /// The identity token is another one: after a sign-in, a refresh, a sign-out.
    ///
    /// The object is the ``Auth``.
    public static let AuthStateDidChange = Notification.Name("FIRAuthStateDidChangeNotification")
}

extension Auth {
    /// The name of the notification that the identity token is another one.
    public static let authStateDidChangeNotification = Notification.Name.AuthStateDidChange

    /// Posts the notification on the main actor, if there is something to tell.
    @MainActor
    func postStateChange() {
        if takeStateChange() { NotificationCenter.default.post(name: .AuthStateDidChange, object: self) }
    }
}
