import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let emulator = [
        gives(ClearAccounts.self), gives(GetEmulatorConfig.self, "signIn", "emailPrivacyConfig"),
        gives(UpdateEmulatorConfig.self, "signIn"), gives(ListCodes.self, "oobCodes"),
        gives(ListVerificationCodes.self, "verificationCodes"), gives(ListInbox.self, "messages"),
        gives(GetClock.self, "now"), gives(ListFaults.self, "faults"), gives(ClearFaults.self), clock, fault,
    ]

    /// An operation that has nothing to refuse to this machine.
    private static func gives<Described: HearthWire.Operation>(
        _ operation: Described.Type,
        _ member: String = "",
        _ more: String = ""
    )
        -> ContractGroup
    {
        ContractGroup(operation, [ContractRow("this machine", gives: member, more) { _ in [:] }])
    }

    private static let clock = ContractGroup(
        UpdateClock.self,
        [
            ContractRow("a minute on", gives: "now") { _ in ["advanceSeconds": 60] },
            ContractRow("no time", says: "now: expected RFC 3339 text,…") { _ in ["now": "noon"] },
        ]
    )
    private static let fault = ContractGroup(
        AddFault.self,
        [
            ContractRow("a status", gives: "") { _ in
                ["operation": "accounts:signUp", "fault": ["kind": "STATUS", "status": 503]]
            },
            ContractRow("an operation that is not there", says: "operation: not the name of one,…") { _ in
                ["operation": "nothing", "fault": ["kind": "DROP"]]
            },
            ContractRow("no fault", says: "fault: missing") { _ in ["operation": "accounts:signUp"] },
            ContractRow("a kind that is none", says: "fault.kind: expected…") { _ in
                ["operation": "accounts:signUp", "fault": ["kind": "NAP"]]
            },
        ]
    )
}
