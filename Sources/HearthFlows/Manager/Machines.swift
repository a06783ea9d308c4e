/// The state of every workflow.
struct Machines: Sendable, Hashable {
    var signIn = SignInFlow.idle
    var collision = CollisionFlow.idle
    var link = LinkFlow.idle
    var secondFactor = SecondFactorFlow.idle
    var reauthentication = ReauthenticationFlow.idle
    var guestUpgrade = GuestUpgradeFlow.idle
    var enrollment = EnrollmentFlow.idle
    var emailLink = ProofFlow<EmailLinkWait>.idle
    var phoneCode = ProofFlow<PhoneCodeWait>.idle
    var profile = ProfileFlow.idle
    var emailChange = EmailChangeFlow.idle
    var deletion = DeletionFlow.idle
    var timeout = TimeoutFlow.idle
    var gate = GateFlow.idle
}
