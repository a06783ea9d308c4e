public import Foundation
internal import HearthAuth

/// Which of Apple's environments a device's token is of.
public enum AuthAPNSTokenType: Int, Sendable {
    /// The environment of the app's provisioning profile; without a profile, as in the App Store, that of production.
    case unknown
    /// Development.
    case sandbox
    /// Production.
    case prod
}

// What an app's delegate passes on.
extension Auth {
    /// Gives the device's token for remote notifications, by which Firebase verifies the app before it texts a code.
    ///
    /// Pass every remote notification to ``canHandleNotification(_:)`` then. Hearth's backend verifies no apps, and texts
    /// codes without it.
    ///
    /// - Parameters:
    ///   - token: The token, as `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)` brings it.
    ///   - type: Its environment.
    public func setAPNSToken(_ token: Data, type: AuthAPNSTokenType) {
        deviceToken = DeviceToken(token: token, isSandbox: type.isSandbox)
    }

    /// The device's token for remote notifications, as `setAPNSToken(_:type:)` took it.
    public var apnsToken: Data? { deviceToken?.token }

    /// Takes a remote notification, if it is the one that a text message waits for.
    ///
    /// - Parameter userInfo: What the notification carries.
    /// - Returns: Whether it was for this client, and the app need not look at it.
    public func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool {
        client?.handleNotification(userInfo) ?? false
    }

    /// Whether an address was for this client, and the app need not look at it: never, for ``webAuthenticator`` takes
    /// its addresses itself.
    public func canHandle(_ url: URL) -> Bool { false }

    /// Does something that texts a code, with the proof that the app gave the means for.
    func performVerified<Value>(_ work: (HearthAuth.Auth) async throws -> Value) async throws -> Value {
        try await perform { client in
            let isDisabled = settings?.isAppVerificationDisabledForTesting ?? false
            let device = isDisabled ? nil : deviceToken
            client.setPushToken(device.map { Array($0.token) }, isSandbox: device?.isSandbox ?? false)
            return try await work(client)
        }
    }
}

/// A device's token for remote notifications.
struct DeviceToken: Sendable, Hashable {
    let token: Data
    let isSandbox: Bool
}

extension AuthAPNSTokenType {
    /// Whether a token of this type is of the development environment.
    var isSandbox: Bool {
        switch self {
        case .sandbox: true
        case .prod: false
        case .unknown:
            Bundle.main.path(forResource: "embedded", ofType: "mobileprovision")
                .flatMap { try? Data(contentsOf: URL(filePath: $0)) }
                .map { Self.isDevelopment(profile: String(decoding: $0, as: UTF8.self)) } ?? false
        }
    }

    /// Whether a provisioning profile, a signed property list, is for the development environment.
    static func isDevelopment(profile: String) -> Bool {
        guard let key = profile.firstRange(of: "<key>aps-environment</key>") else { return false }
        let value = profile[key.upperBound...].drop { $0.isWhitespace }
        return value.hasPrefix("<string>development</string>")
    }
}
