import HearthBackend
import HearthJSON
import HearthWire
import Testing

/// Every operation, what it gives, and each text with which it refuses: one table, written by hand from the interface's
/// description.
enum ContractTable {
    static let groups: [ContractGroup] = [
        signingIn, federation, telephones, accounts, mail, factors, passkeys, sessions, administration, tenants,
        providers, servers, emulator,
    ].flatMap(\.self)
}

@Suite("The table of operations")
struct ContractTableTests {
    @Test(.inProcessAndLive, arguments: ContractCase.all)
    func `holds`(_ entry: ContractCase) async throws {
        // Over a socket one profile shows as much as two.
        guard TestWire.current == nil || entry.profile == .strict || LongRun.isWanted else { return }
        let world = try await ContractWorld(entry.profile)
        let answer = try await world.send(entry)
        switch entry.row.answer {
        case .gives(let members):
            #expect(answer.status == 200, "\(answer.text)")
            for member in members where !member.isEmpty {
                #expect(answer[member] != nil, "no \(member) in \(answer.text)")
            }
        case .says(let words, let status):
            #expect(answer.status == status, "\(answer.text)")
            let error = answer.error ?? answer["error"]?.string ?? answer.text
            if words.hasSuffix("…") {
                #expect(error.hasPrefix(words.dropLast()), "\(error)")
            } else {
                #expect(error == words)
            }
        }
    }

    @Test func `has a success and a refusal of every operation`() {
        for operation in allOperations {
            let name = "\(operation)"
            let rows = ContractTable.groups.filter { "\($0.operation)" == name }.flatMap(\.rows)
            let successes = rows.filter { if case .gives = $0.answer { true } else { false } }
            #expect(!successes.isEmpty || Self.neverAnswered.contains(name), "\(name) never succeeds")
            #expect(successes.count < rows.count || Self.neverRefuses.contains(name), "\(name) is never refused")
        }
    }

    @Test func `names every reason to refuse that the backend has`() {
        let told = Set(
            ContractTable.groups.flatMap(\.rows).compactMap { row -> String? in
                guard case .says(let words, _) = row.answer else { return nil }
                return String(words.prefix { $0.isUppercase || $0.isNumber || $0 == "_" })
            }
        )
        for code in Self.reasons { #expect(told.contains(code) || Self.elsewhere[code] != nil, "\(code)") }
        for code in Self.elsewhere.keys { #expect(!told.contains(code), "\(code) is in the table after all") }
    }

    /// The operations that are only ever refused.
    private static let neverAnswered: Set<String> = [
        "IssueSAMLResponse", "SetLegacyConfig", "SignOutUser", "SetTenantPolicy", "SignInWithGameCenter", "RevokeToken",
        "FinishPasskeySignIn", "SignBlob", "VerifyIOSClient",
    ]
    /// The emulator's operations that have nothing to refuse to this machine.
    private static let neverRefuses: Set<String> = [
        "ClearAccounts", "GetEmulatorConfig", "UpdateEmulatorConfig", "ListCodes", "ListVerificationCodes", "ListInbox",
        "GetClock", "ListFaults", "ClearFaults",
    ]

    /// The reasons that need more than one request to show, with the suite that shows them.
    private static let elsewhere: [String: String] = [
        "BLOCKING_FUNCTION_ERROR_RESPONSE": "BlockingFunctionTests",
        "CREDENTIAL_ALREADY_IN_USE": "EmulatorPasskeyTests",
        "INVALID_AUTHENTICATOR_RESPONSE": "PasskeyTests",
        "INVALID_PENDING_TOKEN": "PendingCredentialTests",
        "INTERNAL_ERROR": "ReadinessTests",
        "INVALID_PROJECT_ID": "SecondFactorSignInTests",
        "MISSING_OR_INVALID_NONCE": "NonceTests",
        "PASSKEY_LIMIT_EXCEEDED": "PasskeyEnrollmentTests",
        "PROJECT_NOT_FOUND": "AdmissionTests",
        "PROVIDER_ALREADY_LINKED": "AccountLinkingTests",
        "SECOND_FACTOR_LIMIT_EXCEEDED": "SecondFactorEnrollmentTests",
        "TOO_MANY_ATTEMPTS_TRY_LATER": "PasswordGuessTests",
        "UNAVAILABLE": "StrictProviderTests",
        "USER_CANCELLED": "CodeFlowTests",
    ]
}
