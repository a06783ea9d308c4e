public import Foundation
internal import HearthAuth
internal import HearthCore

// FirebaseAuth's credentials are classes, told apart by `as?`. A class with subclasses is `Sendable` on the programmer's
// word alone: nothing in these changes after they were made, and no other module can add a subclass.

/// Something that proves who a user is, to sign in with, to link, or to confirm.
public class AuthCredential: NSObject, @unchecked Sendable {
    let value: HearthAuth.AuthCredential

    init(_ value: HearthAuth.AuthCredential) {
        self.value = value
    }

    /// The provider, for example `google.com`.
    public var provider: String { value.providerID }

    /// The provider, and nothing secret.
    public override var description: String { "\(type(of: self))(\(provider))" }

    /// A credential as the class of its kind.
    static func make(_ value: HearthAuth.AuthCredential) -> AuthCredential {
        if value.providerID == PhoneAuthProvider.id { return PhoneAuthCredential(value) }
        return value.providerTokens == nil ? AuthCredential(value) : OAuthCredential(value)
    }
}

/// A credential of another identity provider.
///
/// An archive of one contains its tokens: keep it where secrets are kept.
public final class OAuthCredential: AuthCredential, NSSecureCoding, @unchecked Sendable {
    /// The identity token that the provider gave, if it gave one.
    public var idToken: String? { value.providerTokens?.idToken?.reveal() }
    /// The access token that the provider gave, if it gave one.
    public var accessToken: String? { value.providerTokens?.accessToken?.reveal() }
    /// The secret of the access token, if the provider gave one.
    public var secret: String? { value.providerTokens?.secret?.reveal() }

    override init(_ value: HearthAuth.AuthCredential) {
        super.init(value)
    }

    /// Whether archives of it can be read safely: they can.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an archive.
    ///
    /// - Parameter coder: The archive; `nil` comes of one of something else.
    public init?(coder: NSCoder) {
        guard let value = CredentialArchive.read(coder), value.providerTokens != nil else { return nil }
        super.init(value)
    }

    /// Writes an archive.
    ///
    /// - Parameter coder: The archive.
    public func encode(with coder: NSCoder) {
        CredentialArchive.write(value, coder)
    }
}

/// A credential of a telephone number.
///
/// One that a service proved can be archived; one of a texted code cannot, and leaves an empty archive.
public final class PhoneAuthCredential: AuthCredential, NSSecureCoding, @unchecked Sendable {
    override init(_ value: HearthAuth.AuthCredential) {
        super.init(value)
    }

    /// Whether archives of it can be read safely: they can.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an archive.
    ///
    /// - Parameter coder: The archive; `nil` comes of one of something else.
    public init?(coder: NSCoder) {
        guard let value = CredentialArchive.read(coder), value.providerID == PhoneAuthProvider.id else { return nil }
        super.init(value)
    }

    /// Writes an archive.
    ///
    /// - Parameter coder: The archive.
    public func encode(with coder: NSCoder) {
        CredentialArchive.write(value, coder)
    }
}

/// The form in which credentials are archived.
private enum CredentialArchive {
    private static let key = "hearthCredential"

    static func read(_ coder: NSCoder) -> HearthAuth.AuthCredential? {
        guard let text = coder.decodeObject(of: NSString.self, forKey: key) else { return nil }
        return HearthAuth.AuthCredential(storedForm: Secret("\(text)"))
    }

    static func write(_ credential: HearthAuth.AuthCredential, _ coder: NSCoder) {
        guard let text = credential.storedForm else { return }
        coder.encode(NSString(string: text.reveal()), forKey: key)
    }
}
