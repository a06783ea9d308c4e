internal import HearthBackend
internal import HearthCore
internal import HearthJSON
internal import HearthTokens

/// An identity provider, as the configuration file and `--provider` describe one.
enum ProviderEntry {
    /// Every member that an entry may have.
    static let members =
        [
            "id", "clientIDs", "issuer", "directory", "secretEnv", "secretFile", "authentication", "appleTeam",
            "appleKey",
            "appleKeyFile", "emailTrust", "repeatedTokens", "scopes",
        ] + addresses

    private static let addresses = ["keysURL", "authorizationEndpoint", "tokenEndpoint", "revocationEndpoint"]
    private static let lists = ["clientIDs", "scopes"]

    /// Reads `member=value,member=value`, where several client identifiers or scopes are divided by spaces.
    static func configuration(words: String) throws -> ProviderConfiguration {
        var entry = JSONObject()
        for part in words.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, entry[pair[0]] == nil else {
                throw CommandFailure("--provider \(words): expected member=value, each member once, divided by commas")
            }
            let list = pair[1].split(separator: " ").map { JSONValue.string(String($0)) }
            entry[pair[0]] = lists.contains(pair[0]) ? .array(list) : .string(pair[1])
        }
        return try configuration(
            ConfigObject(.object(entry), at: "--provider \(words)", folder: "", knowing: members)
        )
    }

    /// Reads an entry.
    static func configuration(_ entry: ConfigObject) throws -> ProviderConfiguration {
        guard let id = try entry.text("id")?.lowercased() else { throw entry.refusal("id", "is missing") }
        guard let clientIDs = try entry.texts("clientIDs"), let first = clientIDs.first, !first.isEmpty else {
            throw entry.refusal("clientIDs", "is missing or empty")
        }
        let authentication = try authentication(entry)
        var provider = try preset(id, clientIDs, secret: authentication?.secret, entry)
        if let authentication { provider.clientAuthentication = authentication }
        if let trust = try emailTrust(entry) { provider.emailTrust = trust }
        if let word = try entry.text("repeatedTokens") {
            guard let repeats = RepeatedTokens(rawValue: word) else {
                throw entry.refusal("repeatedTokens", "expected accepted, fromOneNetwork or refused")
            }
            provider.repeatedTokens = repeats
        }
        if let scopes = try entry.texts("scopes") { provider.scopes = scopes }
        if let keys = try entry.text("keysURL") { provider.keysURL = keys }
        if let page = try entry.text("authorizationEndpoint") { provider.authorizationEndpoint = page }
        if let endpoint = try entry.text("tokenEndpoint") { provider.tokenEndpoint = endpoint }
        if let endpoint = try entry.text("revocationEndpoint") { provider.revocationEndpoint = endpoint }
        return provider
    }

    private static func preset(
        _ id: String,
        _ clientIDs: [String],
        secret: Secret<String>?,
        _ entry: ConfigObject
    ) throws -> ProviderConfiguration {
        let issuer = try entry.text("issuer")
        if issuer != nil, !id.hasPrefix("oidc.") { throw entry.refusal("issuer", "only oidc.NAME has one to choose") }
        switch id {
        case "google.com": return .google(clientIDs: clientIDs)
        case "apple.com": return .apple(clientIDs: clientIDs)
        case "microsoft.com":
            guard let directory = try entry.text("directory") else { throw entry.refusal("directory", "is missing") }
            return .microsoft(directory: directory, clientIDs: clientIDs)
        case "facebook.com":
            guard let secret else { return .facebookLimitedLogin(appIDs: clientIDs) }
            return .facebook(appID: clientIDs[0], secret: secret)
        case "github.com":
            guard let secret else { throw entry.refusal("secretEnv", "is missing, and so is secretFile") }
            return .gitHub(clientID: clientIDs[0], secret: secret)
        case "twitter.com":
            guard let secret else { throw entry.refusal("secretEnv", "is missing, and so is secretFile") }
            return .twitter(consumerKey: clientIDs[0], secret: secret)
        case "yahoo.com": return .yahoo(clientID: clientIDs[0], secret: secret)
        case _ where id.hasPrefix("oidc.") && id.count > "oidc.".count:
            guard let issuer else { throw entry.refusal("issuer", "is missing") }
            return .openID(id, issuer: issuer, clientIDs: clientIDs)
        default:
            throw entry.refusal(
                "id",
                """
                expected google.com, apple.com, microsoft.com, facebook.com, github.com, twitter.com, yahoo.com or \
                oidc.NAME
                """
            )
        }
    }

    private static func authentication(_ entry: ConfigObject) throws -> ClientAuthentication? {
        if let key = try appleKey(entry) { return .apple(key) }
        guard let secret = try entry.secret("secret") else {
            if entry.value("authentication") != nil { throw entry.refusal("authentication", "there is no secret") }
            return nil
        }
        switch try entry.text("authentication") {
        case nil, "post": return .post(secret)
        case "basic": return .basic(secret)
        default: throw entry.refusal("authentication", "expected post or basic")
        }
    }

    private static func appleKey(_ entry: ConfigObject) throws -> AppleClientKey? {
        let (team, key) = (try entry.text("appleTeam"), try entry.text("appleKey"))
        let pem = try entry.content(ofFile: "appleKeyFile")
        guard team != nil || key != nil || pem != nil else { return nil }
        guard let team, let key, let pem else {
            throw entry.refusal("appleTeam", "goes with appleKey and appleKeyFile")
        }
        do {
            return try AppleClientKey(teamID: team, keyID: key, pem: Secret(pem))
        } catch {
            throw entry.refusal("appleKeyFile", "there is no private key on the curve P-256 in it")
        }
    }

    private static func emailTrust(_ entry: ConfigObject) throws -> ProviderEmailTrust? {
        switch entry.value("emailTrust") {
        case nil: return nil
        case "never": return .never
        case "always": return .always
        case .array: return .domains(Set(try entry.texts("emailTrust") ?? []))
        default: throw entry.refusal("emailTrust", "expected never, always, or a list of domains")
        }
    }
}
