public import Foundation
internal import HearthAuth

/// A second factor that is enrolled: a ``PhoneMultiFactorInfo`` or a ``TOTPMultiFactorInfo``.
///
/// A protocol, where FirebaseAuth has a base class; `as? PhoneMultiFactorInfo` works with both.
public protocol MultiFactorInfo: Sendable {
    /// The enrollment's identifier.
    var uid: String { get }
    /// The name that the user gave the factor.
    var displayName: String? { get }
    /// When the factor was enrolled; the beginning of 1970 if the service did not tell.
    var enrollmentDate: Date { get }
    /// The kind: ``PhoneMultiFactorID`` or ``TOTPMultiFactorID``.
    var factorID: String { get }
}

/// A telephone that is a second factor.
public struct PhoneMultiFactorInfo: MultiFactorInfo {
    let value: HearthAuth.MultiFactorInfo

    /// The enrollment's identifier.
    public var uid: String { value.uid }
    /// The name that the user gave the factor.
    public var displayName: String? { value.displayName }
    /// When the factor was enrolled; the beginning of 1970 if the service did not tell.
    public var enrollmentDate: Date { value.enrolled }
    /// The kind: ``PhoneMultiFactorID``.
    public var factorID: String { value.factorID }
    /// The number, all but its end hidden from who has not shown the factor.
    public var phoneNumber: String { value.phoneNumber ?? "" }
}

/// An authenticator app that is a second factor.
public struct TOTPMultiFactorInfo: MultiFactorInfo {
    let value: HearthAuth.MultiFactorInfo

    /// The enrollment's identifier.
    public var uid: String { value.uid }
    /// The name that the user gave the factor.
    public var displayName: String? { value.displayName }
    /// When the factor was enrolled; the beginning of 1970 if the service did not tell.
    public var enrollmentDate: Date { value.enrolled }
    /// The kind: ``TOTPMultiFactorID``.
    public var factorID: String { value.factorID }
}

/// A factor as the type of its kind.
func multiFactorInfo(_ value: HearthAuth.MultiFactorInfo) -> any MultiFactorInfo {
    value.factorID == PhoneMultiFactorID ? PhoneMultiFactorInfo(value: value) : TOTPMultiFactorInfo(value: value)
}

extension HearthAuth.MultiFactorInfo {
    fileprivate var enrolled: Date {
        enrollmentDate.map { Date($0) } ?? Date(timeIntervalSince1970: 0)
    }
}
