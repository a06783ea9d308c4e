/// The provider of an address, with a password or a mailed link.
public let EmailAuthProviderID = EmailAuthProvider.id
/// The sign-in method of an address and a password, in what ``Auth/fetchSignInMethods(forEmail:)`` brings.
public let EmailPasswordAuthSignInMethod = "password"
/// The sign-in method of a mailed link, in what ``Auth/fetchSignInMethods(forEmail:)`` brings.
public let EmailLinkAuthSignInMethod = "emailLink"
/// The provider Facebook.
public let FacebookAuthProviderID = FacebookAuthProvider.id
/// The sign-in method of Facebook.
public let FacebookAuthSignInMethod = FacebookAuthProvider.id
/// The provider Game Center, which users of projects at Firebase may have.
public let GameCenterAuthProviderID = AuthProviderID.gameCenter.rawValue
/// The sign-in method of Game Center, which users of projects at Firebase may have.
public let GameCenterAuthSignInMethod = AuthProviderID.gameCenter.rawValue
/// The provider GitHub.
public let GitHubAuthProviderID = GitHubAuthProvider.id
/// The sign-in method of GitHub.
public let GitHubAuthSignInMethod = GitHubAuthProvider.id
/// The provider Google.
public let GoogleAuthProviderID = GoogleAuthProvider.id
/// The sign-in method of Google.
public let GoogleAuthSignInMethod = GoogleAuthProvider.id
/// The provider of telephone numbers.
public let PhoneAuthProviderID = PhoneAuthProvider.id
/// The sign-in method of a telephone number.
public let PhoneAuthSignInMethod = PhoneAuthProvider.id
/// The provider Twitter.
public let TwitterAuthProviderID = TwitterAuthProvider.id
/// The sign-in method of Twitter.
public let TwitterAuthSignInMethod = TwitterAuthProvider.id
