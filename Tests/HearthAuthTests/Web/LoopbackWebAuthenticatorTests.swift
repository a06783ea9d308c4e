import HearthAuth
import HearthCore
import HearthTestSupport
import Testing

/// Real sockets and real time.
@Suite("LoopbackWebAuthenticator, live", .timeLimit(.minutes(15)))
struct LoopbackWebAuthenticatorTests {
    /// Signs in while a browser does something with the port.
    private func authenticate(
        path: String = "/callback",
        timeout: Duration = .seconds(20),
        _ browse: @escaping @Sendable (_ port: UInt16) async throws(AuthError) -> Void
    ) async -> (outcome: Result<String, AuthError>, port: UInt16) {
        let port = Locked(UInt16(0))
        let authenticator = LoopbackWebAuthenticator(path: path, timeout: timeout) { (url) throws(AuthError) in
            #expect(url == "https://sso.example.com/page")
            try await browse(port.withLock(\.self))
        }
        let outcome = await result { () throws(AuthError) in
            try await authenticator.authenticate { callbackURL in
                let authority = callbackURL.dropFirst("http://127.0.0.1:".count)
                #expect(callbackURL.hasPrefix("http://127.0.0.1:") && callbackURL.hasSuffix(path))
                port.withLock { $0 = UInt16(authority.prefix { $0 != "/" }) ?? 0 }
                return "https://sso.example.com/page"
            }
        }
        return (outcome, port.withLock(\.self))
    }

    /// Waits until no one listens at a port: the system may have given it to another test's server at once.
    private func untilFree(_ port: UInt16) async {
        await until { RawVisitor(port: port) == nil }
    }

    @Test func `brings back the address to which the browser came, and closes the port`() async {
        let page = Locked("")
        let (outcome, port) = await authenticate { port in
            let answer = RawVisitor(port: port)?.get("/callback?code=c%20d&state=s", host: "127.0.0.1:\(port)")
            page.withLock { $0 = answer ?? "" }
        }
        #expect((try? outcome.get()) == "http://127.0.0.1:\(port)/callback?code=c%20d&state=s")
        await untilFree(port)
    }

    @Test func `answers with a page that runs nothing and is kept nowhere`() async {
        let page = Locked("")
        let shown = Gate()
        _ = await authenticate { port in
            let answer = RawVisitor(port: port)?.get("/callback?code=c", host: "127.0.0.1:\(port)")
            page.withLock { $0 = answer ?? "" }
            shown.open()
        }
        _ = await shown.pass()
        let answer = page.withLock(\.self)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("Cache-Control: no-store\r\n"))
        #expect(answer.contains("Content-Security-Policy: default-src 'none'"))
        #expect(!answer.contains("<script") && !answer.contains("code=c"))
    }

    @Test func `waits on while others come`() async {
        let answers = Locked<[String]>([])
        let (outcome, _) = await authenticate { port in
            let own = "127.0.0.1:\(port)"
            for (method, target, host) in [
                ("GET", "/favicon.ico", own), ("GET", "/callback/more?code=x", own), ("GET", "/", own),
                ("POST", "/callback?code=x", own), ("GET", "/callback?code=x", "evil.example.com"),
                ("GET", "/callback?code=x", "localhost:\(port)"), ("GET", "callback?code=x", own), ("", "", own),
            ] {
                let answer = RawVisitor(port: port)?.get(target, host: host, method: method)
                answers.withLock { $0.append(answer ?? "none") }
            }
            _ = RawVisitor(port: port)?.get("/callback?code=c", host: own)
        }
        #expect((try? outcome.get())?.hasSuffix("/callback?code=c") == true)
        #expect(answers.withLock(\.count) == 8)
        #expect(answers.withLock { $0.allSatisfy { $0.hasPrefix("HTTP/1.1 404") } })
    }

    @Test func `lets no idle connection, broken head or endless head hold up the browser`() async {
        let (outcome, _) = await authenticate { port in
            let idle = (0..<20).map { _ in RawVisitor(port: port) }
            idle.first??.send("GET /callback?code=half")
            let endless = RawVisitor(port: port)
            endless?.send("GET /callback?" + String(repeating: "x", count: 100_000))
            _ = RawVisitor(port: port)?.get("/callback?code=c", host: "127.0.0.1:\(port)")
            withExtendedLifetime((idle, endless)) {}
        }
        #expect((try? outcome.get())?.hasSuffix("/callback?code=c") == true)
    }

    @Test func `takes the first answer and no second one`() async {
        let (outcome, port) = await authenticate { port in
            let host = "127.0.0.1:\(port)"
            _ = RawVisitor(port: port)?.get("/callback?code=first", host: host)
            _ = RawVisitor(port: port)?.get("/callback?code=second", host: host)
        }
        #expect((try? outcome.get())?.hasSuffix("?code=first") == true)
        await untilFree(port)
    }

    @Test func `gives up after its time, and frees the port`() async {
        let (outcome, port) = await authenticate(timeout: .milliseconds(50)) { _ in }
        #expect(code(of: outcome) == .webContextTimedOut)
        await untilFree(port)
    }

    @Test func `ends when it is cancelled, and frees the port`() async {
        let opened = Gate()
        let task = Task {
            await authenticate { _ in opened.open() }
        }
        _ = await opened.pass()
        task.cancel()
        let (outcome, port) = await task.value
        // Not .webContextTimedOut: it did not wait for its time to be over.
        #expect(code(of: outcome) == .cancelled)
        await untilFree(port)
    }

    @Test func `says that there is no browser, and frees the port`() async {
        let (outcome, port) = await authenticate { _ throws(AuthError) in throw AuthError(.webInternalError, "none") }
        #expect(code(of: outcome) == .webInternalError)
        await untilFree(port)
    }

    @Test func `says that its port is taken`() async {
        let refusal = Locked<AuthError?>(nil)
        _ = await authenticate { port in
            let error = await failure { () throws(AuthError) in
                try await LoopbackWebAuthenticator(port: port).authenticate { $0 }
            }
            refusal.withLock { $0 = error }
            _ = RawVisitor(port: port)?.get("/callback?code=c", host: "127.0.0.1:\(port)")
        }
        #expect(refusal.withLock(\.self)?.code == .webInternalError)
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "-h", ""])
    func `hands the system nothing but pages of the web`(_ page: String) async {
        let error = await failure { () throws(AuthError) in
            try await LoopbackWebAuthenticator(timeout: .seconds(20)).authenticate { _ in page }
        }
        #expect(error?.code == .webInternalError)
    }
}

private func code(of outcome: Result<String, AuthError>) -> AuthError.Code? {
    if case .failure(let error) = outcome { error.code } else { nil }
}
