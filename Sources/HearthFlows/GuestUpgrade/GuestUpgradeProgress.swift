/// How far a guest has come to be a lasting user.
public struct GuestUpgradeProgress: Sendable, Hashable, Codable {
    /// What is being done.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// The credential is linked to the guest.
        case linking
        /// The credential belongs to another account, which is signed in to aside.
        case signingIn
        /// The app copies the guest's data; the guest is still signed in.
        case merging
        /// The other account takes the guest's place.
        case switching
        /// The guest is deleted.
        case deletingGuest
    }

    /// Tells this upgrade from others.
    public let id: FlowID
    /// The guest.
    public let guest: String
    /// The other account, once it is known.
    public internal(set) var target: String?
    /// What is being done.
    public internal(set) var phase: Phase

    /// Whether the account that has the credential is the guest's own.
    var isGuestItself: Bool { target == guest }
}
