/// An enrolled passkey, as the wire shows it.
package struct PasskeyInfo: Message, Hashable {
    /// In base64url.
    package var credentialId: String?
    package var name: String?

    package init() {}
}

/// A passkey as WebAuthn's options name it.
package struct PasskeyDescriptor: Message, Hashable {
    package var type: String?
    /// In base64url.
    package var id: String?

    package init() {}
}
