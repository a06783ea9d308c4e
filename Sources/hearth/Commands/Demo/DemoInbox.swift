internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTransport

/// What the emulator would have mailed and texted: it lists it instead.
struct DemoInbox {
    let backend: String
    let project: String
    let transport: SystemTransport

    /// The newest mail to an address: its code, and the link around it.
    func mail(to email: String) async throws -> (code: Secret<String>, link: Secret<String>) {
        let mail = try await newest("oobCodes") { $0["email"]?.string == email }
        guard let code = mail?["oobCode"]?.string, let link = mail?["oobLink"]?.string else {
            throw CommandFailure("nothing was mailed to \(email)")
        }
        return (Secret(code), Secret(link))
    }

    /// The code in the newest text message to a number.
    func text(to number: String) async throws -> Secret<String> {
        let text = try await newest("verificationCodes") { $0["phoneNumber"]?.string == number }
        guard let code = text?["code"]?.string else { throw CommandFailure("nothing was texted to \(number)") }
        return Secret(code)
    }

    private func newest(_ list: String, where isWanted: (JSONValue) -> Bool) async throws -> JSONValue? {
        let target = "/emulator/v1/projects/\(project)/\(list)"
        let response = try await transport.send(HTTPRequest(.get, origin: backend, target: target))
        return try JSON.parse(response.bytes)[list]?.array?.last(where: isWanted)
    }
}
