internal import HearthHTTP

/// `recaptchaConfig`: before which operations a client has to show that it is no robot.
package enum GetRecaptchaConfig: Operation {
    package static let routes = [Route(.get, "/v2/recaptchaConfig", access: .apiKey)]

    package struct Request: Message {
        /// `CLIENT_TYPE_WEB`, `CLIENT_TYPE_IOS` or `CLIENT_TYPE_ANDROID`.
        package var clientType: String?
        /// `RECAPTCHA_ENTERPRISE`.
        package var version: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message, Hashable {
        /// The key's name, `projects/{project}/keys/{key}`; empty where there is none, because clients insist on it.
        package var recaptchaKey: String?
        package var recaptchaEnforcementState: [Enforcement]?

        package init() {}
    }

    /// What is asked before one kind of operation.
    package struct Enforcement: Message, Hashable {
        /// `EMAIL_PASSWORD_PROVIDER` or `PHONE_PROVIDER`.
        package var provider: String?
        /// `OFF`, `AUDIT` or `ENFORCE`.
        package var enforcementState: String?

        package init() {}
    }
}

/// `recaptchaParams`: the key of the first generation of reCAPTCHA.
package enum GetRecaptchaParameters: Operation {
    package static let routes = [
        Route(.get, "/v1/recaptchaParams", access: .apiKey),
        .legacy("getRecaptchaParam", .get),
    ]

    package struct Request: Message {
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var kind: String?
        package var recaptchaSiteKey: String?
        package var recaptchaStoken: String?

        package init() {}
    }
}
