internal import HearthHTTP

/// `accounts:batchCreate`: takes over accounts from elsewhere, with their password hashes.
package enum ImportAccounts: Operation {
    package static let routes =
        [Route].administration(.post, "accounts:batchCreate", maximumBody: Route.importBody)
        + [withoutTenant, .legacy("uploadAccount", access: .administrator, maximumBody: Route.importBody)]

    /// How the official tools name the project's own accounts when they import an export.
    private static let withoutTenant = Route(
        .post,
        "/v1/projects/{targetProjectId}/tenants//accounts:batchCreate",
        access: .administrator,
        maximumBody: Route.importBody
    )

    package struct Request: Message {
        package var users: [UserInfo]?
        package var allowOverwrite: Bool?
        package var sanityCheck: Bool?
        package var hashAlgorithm: String?
        package var signerKey: String?
        package var saltSeparator: String?
        package var rounds: Int?
        package var memoryCost: Int?
        package var cpuMemCost: Int?
        package var parallelization: Int?
        package var blockSize: Int?
        package var dkLen: Int?
        package var passwordHashOrder: String?
        package var argon2Parameters: Argon2Parameters?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    /// How imported Argon2 hashes were made.
    package struct Argon2Parameters: Message {
        package var hashLengthBytes: Int?
        package var hashType: String?
        package var parallelism: Int?
        package var iterations: Int?
        package var memoryCostKib: Int?
        package var version: String?
        package var associatedData: String?

        package init() {}
    }

    package struct Response: Message {
        package var kind: String?
        package var error: [Failure]?

        package init() {}
    }

    /// Why one account was not taken over.
    package struct Failure: Message, Hashable {
        package var index: Int?
        package var message: String?

        package init() {}
    }
}
