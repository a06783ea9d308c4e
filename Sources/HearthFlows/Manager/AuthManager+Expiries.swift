internal import HearthCore

// What waits for the user ends by itself when its time is over.
extension AuthManager {
    func expire(_ conflict: LinkingConflict, at end: UnixTime) {
        wake("conflict", after: end - now()) { await $0.send(CollisionFlow.Event.expired(now: $0.now())) }
    }

    func expire(_ step: SecondFactorStep, at end: UnixTime) {
        wake("secondFactor", after: end - now()) { await $0.send(SecondFactorFlow.Event.expired(now: $0.now())) }
    }

    func expire(_ challenge: ReauthenticationChallenge, at end: UnixTime) {
        wake("challenge", after: end - now()) { await $0.send(ReauthenticationFlow.Event.expired(now: $0.now())) }
    }

    func expire(_ wait: EmailLinkWait, at end: UnixTime) {
        wake("emailLink", after: end - now()) {
            await $0.send(ProofFlow<EmailLinkWait>.Event.expired(now: $0.now()))
        }
    }

    func expire(_ wait: PhoneCodeWait, at end: UnixTime) {
        wake("phoneCode", after: end - now()) {
            await $0.send(ProofFlow<PhoneCodeWait>.Event.expired(now: $0.now()))
        }
    }

    func expire(_ wait: EmailChangeWait, at end: UnixTime) {
        wake("emailChange", after: end - now()) { await $0.send(EmailChangeFlow.Event.expired(now: $0.now())) }
    }
}
