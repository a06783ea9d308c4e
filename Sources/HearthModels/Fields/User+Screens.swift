public import HearthAuth

// What screens show of a user.
extension User {
    /// What to call the user: the name, the address or the number; `nil` if none of them is known.
    public var title: String? { [displayName, email, phoneNumber].lazy.compactMap(\.self).first { !$0.isEmpty } }

    /// The sign-in methods, for example `google.com`; none for a guest.
    public var providers: [String] { providerData.map(\.providerID) }
}
