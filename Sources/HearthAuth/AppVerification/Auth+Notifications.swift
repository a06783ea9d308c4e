internal import HearthCore
internal import HearthJSON

extension Auth {
    /// Has the service verify by a silent notification that the real app asks for a text message, as Firebase does before
    /// it texts a code to an app on iOS.
    ///
    /// Pass every remote notification to ``handleNotification(_:)`` then. A service that sends none, such as Hearth's, is
    /// asked for the message without a proof.
    ///
    /// - Parameters:
    ///   - token: The device's token, as `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)` brings it;
    ///     `nil` to verify nothing, as in tests with telephone numbers of the project.
    ///   - isSandbox: Whether the token is of Apple's development environment.
    public func setPushToken(_ token: [UInt8]?, isSandbox: Bool) {
        core.push.use(token.map { PushVerification.Device(token: $0, isSandbox: isSandbox) })
    }

    /// Takes a remote notification, if it is the one that a text message waits for.
    ///
    /// - Parameter userInfo: What the notification carries.
    /// - Returns: Whether it was for this client; the app need not look at it then.
    public func handleNotification(_ userInfo: [AnyHashable: Any]) -> Bool {
        guard let (receipt, secret) = Self.verification(in: userInfo["com.google.firebase.auth"]) else { return false }
        return core.push.take(receipt: receipt, secret: secret)
    }

    /// The receipt and the secret of a notification, whose members come as a dictionary or as the text of one.
    private static func verification(in payload: Any?) -> (receipt: String, secret: Secret<String>)? {
        if let members = payload as? [String: Any] {
            guard let receipt = members["receipt"] as? String, let secret = members["secret"] as? String else {
                return nil
            }
            return (receipt, Secret(secret))
        }
        guard let text = payload as? String, let document = try? JSON.parse(Array(text.utf8)),
            let receipt = document["receipt"]?.string, let secret = document["secret"]?.string
        else { return nil }
        return (receipt, Secret(secret))
    }
}
