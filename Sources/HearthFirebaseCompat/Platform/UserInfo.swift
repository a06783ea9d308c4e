public import Foundation
internal import HearthAuth
internal import HearthCore

/// A user as one provider knows them, or as the project does.
public protocol UserInfo: Sendable {
    /// The provider, for example `password` or `google.com`.
    var providerID: String { get }
    /// The user's identifier there.
    var uid: String { get }
    /// The name to show.
    var displayName: String? { get }
    /// The address of a picture.
    var photoURL: URL? { get }
    /// The address.
    var email: String? { get }
    /// The telephone number, in E.164 form.
    var phoneNumber: String? { get }
}

/// A user as one provider knows them.
private struct ProviderUser: UserInfo {
    let value: HearthAuth.UserInfo

    var providerID: String { value.providerID }
    var uid: String { value.uid }
    var displayName: String? { value.displayName }
    var photoURL: URL? { value.photoURL.flatMap { URL(string: $0) } }
    var email: String? { value.email }
    var phoneNumber: String? { value.phoneNumber }
}

/// When an account was created and last used.
public struct UserMetadata: Sendable, Hashable {
    /// When the account was created.
    public let creationDate: Date?
    /// When someone last signed in to it.
    public let lastSignInDate: Date?
}

extension User: UserInfo {
    /// The address of a picture.
    public var photoURL: URL? { value.photoURL.flatMap { URL(string: $0) } }

    /// The sign-in methods.
    public var providerData: [any UserInfo] { value.providerData.map(ProviderUser.init) }

    /// When the account was created and last used.
    public var metadata: UserMetadata {
        let metadata = value.metadata
        return UserMetadata(
            creationDate: metadata.creationDate.map { Date($0) },
            lastSignInDate: metadata.lastSignInDate.map { Date($0) }
        )
    }
}

extension Date {
    init(_ moment: UnixTime) {
        self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
    }
}
