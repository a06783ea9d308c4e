internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP

/// Opens listening streams as web channels, which get through everything that HTTP gets through.
struct WebChannelTransport: WatchTransport {
    let remote: Remote

    func open(
        _ requests: [ListenRequest],
        forcingRefresh: Bool
    ) async throws(FirestoreError) -> any WatchConnection {
        var fields = try await remote.fields(forcingRefresh: forcingRefresh)
        fields["Content-Type"] = "application/x-www-form-urlencoded"
        let random = remote.clock.random
        let number = Int(remote.clock.fraction() * 100_000)
        var address = ChannelAddress(database: remote.database)
        let messages = requests.map { $0.json(ChannelMessages.style) }
        let request = HTTPRequest(
            .post,
            origin: remote.settings.origin,
            target: address.handshake(number, random.alphanumeric(12)),
            fields: fields,
            body: ChannelAddress.form(messages, first: 0)
        )
        let start = ContinuousClock.now
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await remote.transport.send(request)
        } catch {
            throw FirestoreError(error)
        }
        let roundTrip = ContinuousClock.now - start
        if response.isFromSomethingInBetween {
            let polled = PolledConnection(remote: remote, requests)
            polled.start()
            return polled
        }
        guard response.status == 200 else { throw FirestoreError(response) }
        var frames = WebChannelFrames()
        frames.append(response.bytes)
        let frame = try checked { () throws(ModelError) in try frames.next() }
        guard let frame, case .session(let session)? = try ChannelPayload.read(frame).first?.payload else {
            throw ChannelPayload.malformed
        }
        address.session = session
        address.httpSession = response.fields["X-HTTP-Session-Id"]
        let channel = WebChannel(
            remote: remote,
            address: address,
            fields: fields,
            nextRequest: number + 1,
            sentMessages: messages.count,
            roundTrip: roundTrip
        )
        channel.start()
        return channel
    }
}

extension HTTPResponse {
    /// Whether a proxy answered in the place of the server, because it lets no web channel through: such answers are
    /// pages, and not errors in JSON.
    fileprivate var isFromSomethingInBetween: Bool {
        let type = self.fields["Content-Type"]?.lowercased() ?? ""
        return [200, 403, 404, 405, 501].contains(status) && (type.hasPrefix("text/html") || status != 200)
            && ModelError(json: bytes, httpStatus: status) == nil
    }
}

/// How messages are spelled in a channel.
enum ChannelMessages {
    static let style = JSONStyle(isPretty: false, hasEmulatorNumbers: false)
}
