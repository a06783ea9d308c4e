internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Everything about one request of the log, with its secrets hidden unless they are asked for.
struct EntryDetail {
    let entry: TrafficEntry
    let showsSecrets: Bool

    init(_ entry: TrafficEntry, showsSecrets: Bool) {
        self.entry = entry
        self.showsSecrets = showsSecrets
    }

    var json: JSONValue {
        guard case .exchange(let exchange) = entry.kind, case .object(var detail) = entry.line else {
            return entry.line
        }
        let target = exchange.request.target
        detail["target"] = .string(showsSecrets ? target : Redaction.address(target))
        detail["cut"] = .bool(exchange.isCut)
        detail["request"] = side(exchange.request.fields, exchange.request.body, isAnswer: false)
        detail["response"] = side(exchange.responseFields, exchange.responseBody, isAnswer: true)
        detail["tokens"] = .array(tokens(exchange))
        return .object(detail)
    }

    private func side(_ fields: HTTPFields, _ body: [UInt8], isAnswer: Bool) -> JSONValue {
        var side = JSONObject()
        if showsSecrets {
            var all = JSONObject()
            for field in fields.all.prefix(50) { all[field.name] = .string(field.value) }
            side["fields"] = .object(all)
        } else {
            side["fields"] = Redaction.apply(to: fields)
        }
        if let document = TrafficFacts.document(of: body, fields) {
            side["body"] = showsSecrets ? document : Redaction.apply(to: document)
        } else if !body.isEmpty {
            // A document that was cut, or is none, may hold secrets anywhere; a page was shown to a person.
            let isPage = isAnswer && fields["content-type"]?.lowercased().hasPrefix("text/") == true
            let text = JSONValue.string(String(decoding: body.prefix(4000), as: UTF8.self))
            side["text"] = showsSecrets || isPage ? text : Redaction.hidden
        }
        return .object(side)
    }

    /// The claims of the tokens in the answer, which are no secret without their signature.
    private func tokens(_ exchange: TrafficEntry.Exchange) -> [JSONValue] {
        let members = TrafficFacts.document(of: exchange.responseBody, exchange.responseFields)?.object?.members ?? []
        return members.compactMap { member in
            guard let claims = member.value.string.flatMap(TrafficFacts.claims) else { return nil }
            var token = JSONObject()
            token["name"] = .string(member.name)
            token["claims"] = .object(claims)
            return .object(token)
        }
    }
}
