internal import HearthCore

/// A workflow as the manager keeps it: the state, and the alarm for the end of the state's time.
struct Workflow<Machine: Flow> {
    var state = Machine.idle
    var alarm: Alarm?
}

/// Something that happens later, unless it is forgotten before.
final class Alarm: Sendable {
    let deadline: UnixTime
    private let task: Task<Void, Never>

    init(_ deadline: UnixTime, _ task: Task<Void, Never>) {
        self.deadline = deadline
        self.task = task
    }

    deinit {
        task.cancel()
    }
}

/// Every workflow of a manager.
struct Workflows {
    var signIn = Workflow<SlotFlow<SignInSlot>>()
    var link = Workflow<SlotFlow<LinkSlot>>()
    var account = Workflow<SlotFlow<AccountSlot>>()
    var collision = Workflow<CollisionFlow>()
    var secondFactor = Workflow<SecondFactorFlow>()
    var reauthentication = Workflow<ReauthenticationFlow>()
    var guestUpgrade = Workflow<GuestUpgradeFlow>()
    var enrollment = Workflow<EnrollmentFlow>()
    var emailLink = Workflow<ProofFlow<EmailLinks>>()
    var phoneCode = Workflow<ProofFlow<TextedCodes>>()
    var emailChange = Workflow<EmailChangeFlow>()
    var deletion = Workflow<DeletionFlow>()
    var timeout = Workflow<TimeoutFlow>()
    var gate = Workflow<GateFlow>()

    /// Those that look at who is signed in.
    static var all: [any Flow.Type] {
        [
            SlotFlow<SignInSlot>.self, SlotFlow<LinkSlot>.self, SlotFlow<AccountSlot>.self, CollisionFlow.self,
            SecondFactorFlow.self, ReauthenticationFlow.self, EnrollmentFlow.self, ProofFlow<EmailLinks>.self,
            ProofFlow<TextedCodes>.self, DeletionFlow.self, GuestUpgradeFlow.self, EmailChangeFlow.self,
            TimeoutFlow.self, GateFlow.self,
        ]
    }

    /// Those that outlive the process.
    static var lasting: [any LastingFlow.Type] {
        [
            CollisionFlow.self, SecondFactorFlow.self, EnrollmentFlow.self, ProofFlow<EmailLinks>.self,
            ProofFlow<TextedCodes>.self, DeletionFlow.self, TimeoutFlow.self, EmailChangeFlow.self,
            GuestUpgradeFlow.self,
        ]
    }
}
