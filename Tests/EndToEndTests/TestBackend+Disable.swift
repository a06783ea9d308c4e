import HearthHTTP
import HearthTesting
import Testing

extension TestBackend {
    /// Disables an account, as an administrator does.
    func disable(_ uid: String) async throws {
        let request = HTTPRequest(
            .post,
            origin: nil,
            target: "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:update",
            fields: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
            body: Array(#"{"localId":"\#(uid)","disableUser":true}"#.utf8)
        )
        #expect(try await transport.send(request).status == 200)
    }
}
