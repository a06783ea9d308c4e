/// Who uses the app, as its screens know them.
struct Account: Sendable, Equatable {
    var id: String
    var email: String?
    var name: String?
    var isGuest: Bool
    var isVerified: Bool
}
