package import HearthCore
internal import HearthDatabase
internal import HearthHTTP
internal import HearthWire

/// A message of the inbox, and what has become of its code.
package struct InboxMessage: Sendable {
    /// What has become of a code.
    package enum State: String, Sendable, CaseIterable {
        /// It can be used.
        case waiting
        /// It was used.
        case used
        /// Its time is over, by the server's clock.
        case expired
        /// Another code was mailed or used in its place.
        case replaced
        /// It was made void: its account changed or is gone, or a wrong code was typed too often.
        case void
    }

    /// What sending a message again does.
    package enum Repetition: String, Sendable {
        /// The same code goes out once more.
        case same
        /// Another code goes out in its place.
        case new
    }

    /// Names the message.
    package let id: String
    /// `EMAIL` or `SMS`.
    package let channel: String
    /// What the code is for, in the words of the wire.
    package let purpose: String
    package let to: String
    package let newEmail: String?
    package let code: Secret<String>
    package let link: Secret<String>?
    /// RFC 3339 text.
    package let sentAt: String
    package let state: State
    /// When the code ends; `nil` for never, and for a code that no longer waits.
    package let expiresAt: UnixTime?
    /// When the code was used.
    package let usedAt: UnixTime?
    /// What sending it again does; `nil` if it cannot be sent again.
    package let repetition: Repetition?
}

/// What became of something that the console asked for.
package enum ToolOutcome: Sendable, Hashable {
    case done
    /// There is nothing of this name, or no longer.
    case gone
    /// It was not done, for a reason in words.
    case refused(String)
}

extension Backend {
    /// The messages of a project that are kept, newest first, each with what has become of its code.
    ///
    /// It costs two look-ups by key for each of a thousand messages at most.
    ///
    /// - Parameter project: The project.
    /// - Returns: The messages, and the moment for which their states hold.
    /// - Throws: ``BackendError`` outside emulator mode, or if the storage fails.
    package func inbox(of project: ProjectID) async throws(BackendError) -> (messages: [InboxMessage], now: UnixTime) {
        try refuseOutsideEmulator("messages are shown")
        let call = inspection(of: Scope(project: project, tenant: nil))
        let kept = inspected.messages.kept(of: project)
        do {
            let messages = try await store.read(call) { [inspected] tx in
                try kept.reversed().map { try inspected.message($0, tx) }
            }
            return (messages, call.now)
        } catch {
            throw BackendError(.storage, "the codes of the inbox cannot be read: \(error)")
        }
    }

    /// Lets the code of a message end now.
    ///
    /// - Parameters:
    ///   - id: The message.
    ///   - project: The project.
    /// - Returns: What became of it.
    /// - Throws: ``BackendError`` outside emulator mode, or if the storage fails.
    package func expireMessage(_ id: String, of project: ProjectID) async throws(BackendError) -> ToolOutcome {
        try refuseOutsideEmulator("the code of a message is ended")
        guard let kept = inspected.messages.find(id, of: project) else { return .gone }
        do {
            let wasWaiting = try await store.write(inspection(of: Scope(project: project, tenant: nil))) {
                [store] tx in
                switch kept.code {
                case .mailed(let digest): try store.codes.expire(digest, tx)
                case .texted(let digest): try store.phoneCodes.expire(digest, tx)
                }
            }
            return wasWaiting ? .done : .refused("The code does not wait any more: it cannot expire.")
        } catch {
            throw BackendError(.storage, "the code cannot be ended: \(error)")
        }
    }

    /// Sends a message again: the same code while it waits, else, where its reader may ask for one, another code.
    ///
    /// - Parameters:
    ///   - id: The message.
    ///   - project: The project.
    /// - Returns: What became of it.
    /// - Throws: ``BackendError`` outside emulator mode, or if the storage fails.
    package func repeatMessage(_ id: String, of project: ProjectID) async throws(BackendError) -> ToolOutcome {
        try refuseOutsideEmulator("a message is sent again")
        guard let kept = inspected.messages.find(id, of: project) else { return .gone }
        let call = inspection(of: Scope(project: project, tenant: nil))
        let message: InboxMessage
        do {
            message = try await store.read(call) { [inspected] tx in try inspected.message(kept, tx) }
        } catch {
            throw BackendError(.storage, "the code cannot be read: \(error)")
        }
        switch (message.repetition, kept.original) {
        case (.same, let original):
            inspected.messages.repeatDelivery(of: original)
            return .done
        case (.new, .mail(let mail)): return await renew(mail)
        default: return .refused("The code does not wait any more. Ask for another one in the app.")
        }
    }

    /// Mails another link, as the page behind the old one does for its reader.
    private func renew(_ mail: CodeMail) async -> ToolOutcome {
        guard let link = mail.actionLink else { return .refused("The link of this mail names no code.") }
        let scope = Scope(project: mail.project, tenant: link.query["tenantId"].flatMap { TenantID(rawValue: $0) })
        let call = inspection(of: scope, baseURL: mail.baseURL)
        do throws(APIError) {
            _ = try await inspected.renewal.renew(link, in: call)
            return .done
        } catch {
            return .refused("Another code is not mailed for this one: \(error.code.rawValue).")
        }
    }
}

extension InspectedParts {
    /// A message with what has become of its code by now.
    func message(_ kept: MessageLog.Kept, _ tx: borrowing Transaction) throws -> InboxMessage {
        let fate = try fate(of: kept, tx)
        return InboxMessage(
            id: kept.entry.id ?? "",
            channel: kept.entry.channel ?? "",
            purpose: kept.entry.requestType?.rawValue ?? kept.entry.purpose ?? "",
            to: kept.entry.to ?? "",
            newEmail: kept.entry.newEmail,
            code: kept.entry.code ?? Secret(""),
            link: kept.entry.link,
            sentAt: kept.entry.sentAt ?? "",
            state: fate.state,
            expiresAt: fate.end,
            usedAt: fate.state == .used ? kept.usedAt : nil,
            repetition: repetition(of: kept.original, fate)
        )
    }

    /// What has become of a code.
    private struct Fate: Sendable {
        var state: InboxMessage.State
        /// When it ends or has ended.
        var end: UnixTime?
        /// Whether another one was mailed in its place.
        var isRenewed = false
    }

    private func repetition(of original: MessageLog.Original, _ fate: Fate) -> InboxMessage.Repetition? {
        if fate.state == .waiting { return .same }
        guard fate.state == .used || fate.state == .expired, !fate.isRenewed, case .mail(let mail) = original,
            mail.actionLink?.kind.isRenewable == true
        else { return nil }
        return .new
    }

    /// The tables decide; only which of several spent codes was the one that was used is remembered beside them.
    private func fate(of kept: MessageLog.Kept, _ tx: borrowing Transaction) throws -> Fate {
        let store = codes.store
        switch kept.code {
        case .mailed(let digest):
            if let pending = try store.codes.findPending(digest, tx) { return fate(of: pending, tx.now) }
            let isRenewed = try store.codes.isRenewed(digest, tx)
            if kept.usedAt != nil { return Fate(state: .used, isRenewed: isRenewed == true) }
            return Fate(state: isRenewed == nil ? .void : .replaced)
        case .texted(let digest):
            if let pending = try store.phoneCodes.findPending(digest, tx) { return fate(of: pending, tx.now) }
            if kept.usedAt != nil { return Fate(state: .used) }
            // A code that has ended is removed after a while.
            guard case .text(let text) = kept.original, let end = text.expiresAt, tx.now >= end else {
                return Fate(state: .void)
            }
            return Fate(state: .expired, end: end)
        }
    }

    private func fate(of code: PendingCode, _ now: UnixTime) -> Fate {
        if code.isVoid || phoneCodes.isExhausted(code.tries) { return Fate(state: .void) }
        if let end = code.expiresAt, now >= end { return Fate(state: .expired, end: end) }
        return Fate(state: .waiting, end: code.expiresAt)
    }
}

extension MessageLog {
    /// A message that is kept.
    fileprivate func find(_ id: String, of project: ProjectID) -> Kept? {
        kept(of: project).last { $0.entry.id == id }
    }

    /// Delivers a message once more.
    fileprivate func repeatDelivery(of original: Original) {
        switch original {
        case .mail(let mail): deliver(mail)
        case .text(let text): deliver(text)
        }
    }
}

extension CodeMail {
    /// The link, as a browser brings it.
    fileprivate var actionLink: ActionLink? {
        let parts = link.reveal().split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return ActionLink(FormParameters(decoding: parts[1].prefix { $0 != "#" }))
    }

    /// The address under which the server that made the link is reached; empty if the project's own page is named there.
    fileprivate var baseURL: String {
        let page = link.reveal().prefix { $0 != "?" }
        return page.hasSuffix("/emulator/action") ? String(page.dropLast("/emulator/action".count)) : ""
    }
}
