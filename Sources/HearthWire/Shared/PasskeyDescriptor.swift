/// A passkey as WebAuthn's options name it.
package struct PasskeyDescriptor: Message, Hashable {
    package var type: String?
    /// In base64url.
    package var id: String?

    package init() {}
}
