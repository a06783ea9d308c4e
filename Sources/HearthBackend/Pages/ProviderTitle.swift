/// What people call a provider.
enum ProviderTitle {
    private static let known = [
        "google.com": "Google", "apple.com": "Apple", "facebook.com": "Facebook", "github.com": "GitHub",
        "twitter.com": "Twitter", "microsoft.com": "Microsoft", "yahoo.com": "Yahoo", "gc.apple.com": "Game Center",
        "playgames.google.com": "Play Games",
    ]

    static func of(_ providerID: String) -> String {
        known[providerID] ?? providerID
    }
}
