/// What a user is asked to allow.
public struct ConsentType: RawRepresentable, Sendable, Hashable {
    /// The name, as Google spells it.
    public let rawValue: String

    /// Creates a type from its name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether advertising may be stored on the device.
    public static let adStorage = ConsentType(rawValue: "ad_storage")
    /// Whether events are stored and sent at all.
    public static let analyticsStorage = ConsentType(rawValue: "analytics_storage")
    /// Whether user data may go to Google for advertising.
    public static let adUserData = ConsentType(rawValue: "ad_user_data")
    /// Whether advertising may be personalized.
    public static let adPersonalization = ConsentType(rawValue: "ad_personalization")
}

/// What a user answered.
public enum ConsentStatus: String, Sendable, Hashable {
    /// The user allows it.
    case granted = "GRANTED"
    /// The user does not allow it.
    case denied = "DENIED"
}
