public import Foundation

/// What a listener is removed by.
public typealias AuthStateDidChangeListenerHandle = any NSObjectProtocol & Sendable

/// What a listener to identity tokens is removed by.
public typealias IDTokenDidChangeListenerHandle = any NSObjectProtocol & Sendable

private final class ListenerHandle: NSObject, Sendable {
    let id: UInt64

    init(_ id: UInt64) {
        self.id = id
    }
}

extension Auth {
    /// Calls a listener on the main actor, soon with who is signed in now, and each time that it is someone else.
    ///
    /// The first call waits until it is known who is signed in. While a storage is locked no one knows; one that cannot
    /// be read for another reason counts as empty until it can.
    ///
    /// - Parameter listener: Takes this client and the user.
    /// - Returns: What to remove the listener by.
    @discardableResult
    public func addStateDidChangeListener(
        _ listener: @escaping (Auth, User?) -> Void
    ) -> AuthStateDidChangeListenerHandle {
        add(.user, listener)
    }

    /// Removes a listener; on the main actor it is certain not to be called any more.
    ///
    /// - Parameter listenerHandle: What adding it returned; anything else is ignored.
    public func removeStateDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
        if let handle = listenerHandle as? ListenerHandle { listeners.remove(handle.id) }
    }

    /// Calls a listener on the main actor, soon with who is signed in now, and each time that the identity token is
    /// another one: at a sign-in, a refresh, a sign-out.
    ///
    /// - Parameter listener: Takes this client and the user.
    /// - Returns: What to remove the listener by.
    @discardableResult
    public func addIDTokenDidChangeListener(
        _ listener: @escaping (Auth, User?) -> Void
    ) -> IDTokenDidChangeListenerHandle {
        add(.token, listener)
    }

    /// Removes a listener; on the main actor it is certain not to be called any more.
    ///
    /// - Parameter listenerHandle: What adding it returned; anything else is ignored.
    public func removeIDTokenDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
        removeStateDidChangeListener(listenerHandle)
    }

    private func add(_ subject: ListenerTable.Subject, _ listener: @escaping (Auth, User?) -> Void) -> ListenerHandle {
        let handler = MainActorHandler<(Auth, User?)> { listener($0.0, $0.1) }
        let handle = ListenerHandle(listeners.add(subject) { handler(($0, $1)) })
        // The first call comes from here, later ones from following the client.
        Task { await tellListeners() }
        return handle
    }
}
