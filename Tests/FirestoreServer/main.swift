// Serves Firestore from memory as an emulator, for the official clients of Conformance: `FirestoreServer [PORT]`. Its
// log begins with its address.
import HearthDatabase
import HearthFirestoreBackend
import HearthServer

let firestore = try await FirestoreBackend(.init(location: .memory, access: .emulator))
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
let server = HTTPServer(
    configuration: ServerConfiguration(host: "127.0.0.1", port: port),
    protocols: firestore.protocols,
    handler: firestore.handle
)
let address = try server.bind()
report("FirestoreServer listens on http://127.0.0.1:\(address.port)")
async let upkeep: Void = firestore.run()
try await server.run()
