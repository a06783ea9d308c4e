import HearthCore
import HearthHTTP
import Testing

@testable import HearthBackend

@Suite("The signature of OAuth's first version")
struct OAuthSignatureTests {
    /// The example of Twitter's own documentation, "Creating a signature".
    @Test func `is that of the published example`() {
        let signature = OAuthSignature(
            consumer: .init(key: "xvz1evFS4wEEPTGEFPHBog", secret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"),
            token: .init(
                key: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
                secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"
            ),
            nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg",
            timestamp: 1_318_622_958
        )
        let field = signature.authorization(
            .post,
            "https://api.twitter.com/1.1/statuses/update.json",
            [("include_entities", "true"), ("status", "Hello Ladies + Gentlemen, a signed OAuth request!")]
        )
        #expect(field.hasSuffix(#"oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D""#))
    }
}
