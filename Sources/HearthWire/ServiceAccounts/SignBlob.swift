internal import HearthHTTP

/// `signBlob`: signs with the key that the server keeps for a service account.
package enum SignBlob: Operation {
    package static let routes = [
        Route(
            .post,
            "/v1/projects/-/serviceAccounts/{account}:signBlob",
            service: .iamCredentials,
            access: .signer
        )
    ]

    package struct Request: Message {
        /// The account's address or its 21 digits.
        package var account: String?
        /// What to sign, in standard base64.
        package var payload: String?
        package var delegates: [String]?

        package init() {}
    }

    package struct Response: Message {
        package var keyId: String?
        /// RSASSA-PKCS1-v1_5 with SHA-256, in standard base64.
        package var signedBlob: String?

        package init() {}
    }
}
