import Foundation
import HearthCore

/// Certificates of an authority of a test's own, made by the `openssl` program, and servers that show them.
final class TLSAuthority: Sendable {
    /// A key and a certificate that the authority signed for this machine.
    struct Identity: Sendable {
        let certificate: String
        let key: String
        /// The pin as the program computes it.
        let pin: String
        let der: [UInt8]
    }

    private let folder: String

    /// Makes an authority.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "hearth-tls-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try run(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=Test -keyout ca.key -out ca.pem"
        )
        let names = "subjectAltName=IP:127.0.0.1,DNS:localhost"
        try Data(names.utf8).write(to: URL(fileURLWithPath: folder + "/names"))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The authority's own certificate, to be trusted.
    var root: String { folder + "/ca.pem" }

    /// Makes a certificate for this machine.
    func identity(_ name: String, key: String = "ec -pkeyopt ec_paramgen_curve:P-256") throws -> Identity {
        try run("req -newkey \(key) -nodes -subj /CN=\(name) -keyout \(name).key -out \(name).csr")
        try run(
            "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out \(name).pem"
        )
        try run("x509 -in \(name).pem -pubkey -noout -out \(name).pub")
        try run("pkey -pubin -in \(name).pub -outform der -out \(name).spki")
        try run("dgst -sha256 -binary -out \(name).digest \(name).spki")
        try run("base64 -in \(name).digest -out \(name).pin")
        try run("x509 -in \(name).pem -outform der -out \(name).der")
        return Identity(
            certificate: "\(folder)/\(name).pem",
            key: "\(folder)/\(name).key",
            pin: try String(contentsOfFile: "\(folder)/\(name).pin", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines),
            der: [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).der")))
        )
    }

    private func run(_ words: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + words.split(separator: " ").map(String.init)
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(words: words) }
    }

    struct Failure: Error {
        let words: String
    }
}

/// A server with a certificate, which answers every request with a page, or takes down what it is sent.
final class TLSServer: Sendable {
    private let process: Locked<Process>
    private let output: Locked<(text: String, waiters: [CheckedContinuation<Void, Never>])>
    private let pipe: Pipe
    // At the end of its input the server would end too.
    private let input = Pipe()

    /// Starts a server on a free port.
    ///
    /// - Parameters:
    ///   - identity: What it shows.
    ///   - answers: Whether it answers with a page; if not, it writes down what it is sent.
    /// - Throws: What keeps the program from starting.
    init(_ identity: TLSAuthority.Identity, answers: Bool) async throws {
        let pipe = Pipe()
        let output = Locked((text: "", waiters: [CheckedContinuation<Void, Never>]()))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate, "-key", identity.key]
            + (answers ? ["-www"] : [])
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = input
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let text = String(decoding: handle.availableData, as: UTF8.self)
            let waiters = output.withLock { output in
                output.text += text
                defer { output.waiters = [] }
                return output.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
        try process.run()
        self.process = Locked(process)
        self.output = output
        self.pipe = pipe
        await see("ACCEPT 127.0.0.1:")
        await see("\n")
    }

    deinit {
        pipe.fileHandleForReading.readabilityHandler = nil
        process.withLock { $0.terminate() }
    }

    /// What the server has written so far, and what it was sent.
    var log: String { output.withLock(\.text) }

    var port: Int {
        let rest = log.components(separatedBy: "ACCEPT 127.0.0.1:").dropFirst().first ?? ""
        return Int(rest.prefix { $0.isNumber }) ?? 0
    }

    /// Waits until the server has written something.
    func see(_ text: String) async {
        while !log.contains(text) {
            await withCheckedContinuation { waiter in
                let isThere = output.withLock { output in
                    if output.text.contains(text) { return true }
                    output.waiters.append(waiter)
                    return false
                }
                if isThere { waiter.resume() }
            }
        }
    }
}
