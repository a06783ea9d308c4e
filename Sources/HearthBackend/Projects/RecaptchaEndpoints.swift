internal import HearthWire

/// Tells a client before which operations it has to show that it is no robot.
struct GetRecaptchaConfigEndpoint: Endpoint {
    typealias Op = GetRecaptchaConfig

    let store: Store

    func respond(
        to request: GetRecaptchaConfig.Request,
        in call: Call
    ) async throws(APIError) -> GetRecaptchaConfig.Response {
        let settings = try await store.settings(for: call)
            .recaptcha
        // `CLIENT_TYPE_WEB` asks for a key of the type `WEB`.
        let type = request.clientType?.split(separator: "_").last.map(String.init) ?? "WEB"
        return GetRecaptchaConfig.Response {
            $0.recaptchaKey = settings?.recaptchaKeys?.first { $0.type == type }?.key ?? ""
            $0.recaptchaEnforcementState = [
                Self.enforcement("EMAIL_PASSWORD_PROVIDER", settings?.emailPasswordEnforcementState),
                Self.enforcement("PHONE_PROVIDER", settings?.phoneEnforcementState),
            ]
        }
    }

    private static func enforcement(_ provider: String, _ state: String?) -> GetRecaptchaConfig.Enforcement {
        GetRecaptchaConfig.Enforcement {
            $0.provider = provider
            $0.enforcementState = state ?? "OFF"
        }
    }
}

/// Answers who asks for the first generation of reCAPTCHA: with a key that is none.
struct GetRecaptchaParametersEndpoint: Endpoint {
    typealias Op = GetRecaptchaParameters

    func respond(
        to request: GetRecaptchaParameters.Request,
        in call: Call
    ) async throws(APIError) -> GetRecaptchaParameters.Response {
        GetRecaptchaParameters.Response {
            $0.kind = "identitytoolkit#GetRecaptchaParamResponse"
            $0.recaptchaSiteKey = "fake-site-key-which-recaptcha-does-not-know"
            $0.recaptchaStoken = "fake-token-which-recaptcha-does-not-know"
        }
    }
}
