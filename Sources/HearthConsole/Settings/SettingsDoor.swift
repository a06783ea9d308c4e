internal import HearthBackend
internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthJSON

/// The way of both consoles to the operations that read and write settings.
///
/// What is read carries an `ETag`; a write that names one by `If-Match` is refused with 412 if the setting was changed
/// since. All writes of a console come one after the other, so two pages never pass each other. A program that writes
/// past the console between the look and the write, a moment apart, is not noticed.
struct SettingsDoor: Sendable {
    private static let reads: Set<String> = [
        "GetProjectConfig", "GetTenant", "GetOAuthIDPConfig", "GetInboundSAMLConfig", "GetDefaultSupportedIDPConfig",
    ]
    private static let lists: Set<String> = [
        "ListTenants", "ListOAuthIDPConfigs", "ListInboundSAMLConfigs", "ListDefaultSupportedIDPConfigs",
    ]
    private static let writes: Set<String> = [
        "UpdateProjectConfig", "CreateTenant", "UpdateTenant", "DeleteTenant", "CreateOAuthIDPConfig",
        "UpdateOAuthIDPConfig", "DeleteOAuthIDPConfig", "CreateInboundSAMLConfig", "UpdateInboundSAMLConfig",
        "DeleteInboundSAMLConfig", "CreateDefaultSupportedIDPConfig", "UpdateDefaultSupportedIDPConfig",
        "DeleteDefaultSupportedIDPConfig",
    ]

    /// Makes tags from which no secret of a setting can be guessed; those of another process match nothing.
    private let tags: HMAC
    private let turn = Turn()

    init(random: RandomSource = .system) {
        tags = HMAC(key: Secret(random.bytes(32)))
    }

    /// Whether an operation is about settings.
    static func owns(_ operation: String?) -> Bool {
        operation.map { reads.contains($0) || lists.contains($0) || writes.contains($0) } ?? false
    }

    /// Answers a request to an operation that it owns; the answer holds no secret.
    ///
    /// - Parameters:
    ///   - request: The request as the service gets it.
    ///   - operation: Its name.
    ///   - expected: The tag of the setting as the page knows it; `nil` to write without a look.
    ///   - handle: Answers a request of the service.
    /// - Returns: The service's answer, or 412 `CHANGED_MEANWHILE`.
    func answer(
        _ request: HTTPRequest,
        _ operation: String,
        expected: String?,
        by handle: @escaping HTTPHandler
    ) async -> HTTPResponse {
        guard Self.writes.contains(operation) else { return shown(await handle(request), operation) }
        return await turn.take {
            if let expected, let refusal = await self.refusal(of: request, expecting: expected, by: handle) {
                return refusal
            }
            let complete: HTTPRequest
            do throws(ConsoleRefusal) {
                complete = try await self.completed(request, by: handle)
            } catch {
                return error.response
            }
            return self.shown(await handle(complete), operation)
        }
    }

    /// A write with the codes that its page was not shown.
    ///
    /// - Throws: ``ConsoleRefusal`` if a secret that is hidden would be stored as the word that stands for it.
    private func completed(
        _ request: HTTPRequest,
        by handle: HTTPHandler
    ) async throws(ConsoleRefusal) -> HTTPRequest {
        guard var body = try? JSON.parse(request.body, maximumValues: 50_000) else { return request }
        var complete = request
        if TestNumbers.keepsCodes(body) {
            let stored = try? JSON.parse(await read(request, by: handle).bytes, maximumValues: 2_000_000)
            body = try TestNumbers.completed(body, from: stored)
            complete.body = JSON.serialize(body)
        }
        guard !Self.holdsMark(body) else {
            throw ConsoleRefusal(400, "A secret that is hidden cannot be stored. Leave it out, or type a new one.")
        }
        return complete
    }

    /// What stands for a secret in a page is no secret: a page that sends it back would store the word.
    private static func holdsMark(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let values): values.contains(where: holdsMark)
        case .object(let object): object.members.contains { holdsMark($0.value) }
        default: value == Redaction.hidden
        }
    }

    /// What a setting says at the paths of a mask before an update, without secrets: for the audit.
    func before(_ request: HTTPRequest, by handle: HTTPHandler) async -> JSONObject? {
        guard let mask = request.query["updateMask"] else { return nil }
        let present = shown(await read(request, by: handle), "GetProjectConfig")
        guard present.status == 200, let document = try? JSON.parse(present.bytes, maximumValues: 2_000_000) else {
            return nil
        }
        var before = JSONObject()
        for path in mask.split(separator: ",").prefix(50) {
            before[String(path)] = path.split(separator: ".").reduce(document as JSONValue?) { $0?.object?[String($1)] }
        }
        return before
    }

    /// Reads the setting that a write is about.
    private func read(_ write: HTTPRequest, by handle: HTTPHandler) async -> HTTPResponse {
        let fields = ["Authorization", "Host"].reduce(into: HTTPFields()) { $0[$1] = write.fields[$1] }
        return await handle(HTTPRequest(.get, target: String(write.path), fields: fields))
    }

    private func refusal(
        of request: HTTPRequest,
        expecting tag: String,
        by handle: HTTPHandler
    ) async -> HTTPResponse? {
        let present = await read(request, by: handle)
        guard present.status == 200 else { return shown(present, "GetProjectConfig") }
        guard self.tag(of: present.bytes) != tag else { return nil }
        return ConsoleGate.refusal(412, "The setting was changed meanwhile.", code: "CHANGED_MEANWHILE")
    }

    private func shown(_ response: HTTPResponse, _ operation: String) -> HTTPResponse {
        guard let document = try? JSON.parse(response.bytes, maximumValues: 2_000_000) else {
            return ConsoleRefusal(503, "The service did not answer in JSON.").response
        }
        var shown = ConsoleGate.document(Redaction.apply(to: document), status: response.status)
        let isOne = Self.reads.contains(operation) || operation.hasPrefix("Update")
        if response.status == 200, isOne { shown.fields["ETag"] = tag(of: response.bytes) }
        return shown
    }

    private func tag(of bytes: [UInt8]) -> String {
        // Answers to reads and to writes are spelled alike once they are parsed and sorted.
        let parsed = try? JSON.parse(bytes, maximumValues: 2_000_000)
        let spelled = parsed.map { JSON.serialize(Self.sorted($0)) } ?? bytes
        return "\"\(Hex.encode(tags.authenticate(spelled).prefix(16)))\""
    }

    /// A document whose objects have their members in one order: a map of the service comes in any.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let values): return .array(values.map(sorted))
        case .object(let object):
            var ordered = JSONObject()
            for member in object.members.sorted(by: { $0.name < $1.name }) {
                ordered[member.name] = sorted(member.value)
            }
            return .object(ordered)
        default: return value
        }
    }
}
