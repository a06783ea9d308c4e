/// An enrolled passkey, as the wire shows it.
package struct PasskeyInfo: Message, Hashable {
    /// In base64url.
    package var credentialId: String?
    package var name: String?

    package init() {}
}
