internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

extension AppAttestationAttempt {
    /// Reads what a request brings, under all the names that clients have for it.
    init(_ operation: OperationName, _ request: HTTPRequest, _ document: JSONObject, in call: Call) {
        // With a second factor the proof is inside the part that is about the telephone.
        let part = document["phoneEnrollmentInfo"]?.object ?? document["phoneSignInInfo"]?.object
        func text(_ name: String) -> String? {
            (document[name] ?? part?[name])?.string.flatMap { $0.isEmpty ? nil : $0 }
        }
        func secret(_ name: String) -> Secret<String>? { text(name).map { Secret($0) } }
        self.init(
            operation: operation,
            project: call.scope.project,
            captchaResponse: secret("captchaResponse") ?? secret("captchaResp"),
            recaptchaToken: secret("recaptchaToken"),
            clientType: text("clientType"),
            recaptchaVersion: text("recaptchaVersion"),
            appCheckToken: request.fields["x-firebase-appcheck"].map { Secret($0) },
            iosReceipt: secret("iosReceipt"),
            iosSecret: secret("iosSecret"),
            playIntegrityToken: secret("playIntegrityToken"),
            peer: request.peer
        )
    }
}
