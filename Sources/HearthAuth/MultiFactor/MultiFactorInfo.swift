public import HearthCore
internal import HearthJSON

/// A second factor that is enrolled.
public struct MultiFactorInfo: Sendable, Hashable, Codable {
    /// The enrollment's identifier.
    public let uid: String
    /// The name that the user gave the factor.
    public let displayName: String?
    /// When the factor was enrolled.
    public let enrollmentDate: UnixTime?
    /// The kind: ``PhoneMultiFactorGenerator/factorID`` or ``TOTPMultiFactorGenerator/factorID``.
    public let factorID: String
    /// The telephone's number, all but its end hidden from who has not shown the factor; `nil` for an authenticator
    /// app.
    public let phoneNumber: String?

    init(_ factor: Account.Factor) {
        uid = factor.uid
        displayName = factor.displayName
        enrollmentDate = factor.enrolledAt.flatMap(UnixTime.init(rfc3339:))
        factorID = Self.kind(isApp: factor.isAuthenticatorApp)
        phoneNumber = factor.phoneNumber
    }

    /// Reads an entry of an answer's `mfaInfo`.
    init?(_ value: JSONValue) {
        guard let id = value["mfaEnrollmentId"]?.string else { return nil }
        uid = id
        displayName = value["displayName"]?.string
        enrollmentDate = value["enrolledAt"]?.string.flatMap(UnixTime.init(rfc3339:))
        factorID = Self.kind(isApp: value["totpInfo"] != nil)
        phoneNumber = value["phoneInfo"]?.string
    }

    private static func kind(isApp: Bool) -> String {
        isApp ? TOTPMultiFactorGenerator.factorID : PhoneMultiFactorGenerator.factorID
    }
}

extension MultiFactorInfo: CustomStringConvertible, CustomReflectable {
    /// The kind, and nothing personal.
    public var description: String { "MultiFactorInfo(\(factorID))" }

    /// The kind, and nothing personal.
    public var customMirror: Mirror { Mirror(self, children: ["factorID": factorID]) }
}
