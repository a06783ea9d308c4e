extension AuthError {
    /// Why Google does not let an API key do what was asked, and what the developer can do.
    struct Restriction: Sendable {
        let code: Code
        let detail: Detail
        let remedy: String
    }

    /// The restriction among the reasons of a refusal: Google's `ErrorInfo` names it.
    static func restriction(_ reasons: [String]) -> Restriction? {
        reasons.lazy.compactMap { restrictions[$0] }.first
    }

    // https://cloud.google.com/docs/authentication/api-keys#api_key_restrictions
    private static let restrictions: [String: Restriction] = [
        "API_KEY_IOS_APP_BLOCKED": Restriction(
            code: .appNotAuthorized,
            detail: .keyOfAnotherBundle,
            remedy:
                "The API key is restricted to other bundle identifiers. Add this app's to the key in the Google Cloud"
                + " console, or set AuthConfiguration.app to .apple(bundleID:)."
        ),
        "API_KEY_ANDROID_APP_BLOCKED": Restriction(
            code: .appNotAuthorized,
            detail: .keyOfAnotherAndroidApp,
            remedy:
                "The API key is restricted to other Android apps. Add this app's package and certificate to the key in"
                + " the Google Cloud console, or set AuthConfiguration.app to .android(package:certificate:)."
        ),
        "API_KEY_HTTP_REFERRER_BLOCKED": Restriction(
            code: .appNotAuthorized,
            detail: .keyOfAnotherReferer,
            remedy: "The API key is restricted to other web pages. Use a key for apps, or set AuthConfiguration.app to"
                + " .web(referer:)."
        ),
        "API_KEY_IP_ADDRESS_BLOCKED": Restriction(
            code: .appNotAuthorized,
            detail: .keyOfAnotherAddress,
            remedy:
                "The API key is restricted to other IP addresses. Use a key for apps, or add this machine's address to"
                + " the key in the Google Cloud console."
        ),
        "API_KEY_SERVICE_BLOCKED": Restriction(
            code: .appNotAuthorized,
            detail: .keyOfAnotherService,
            remedy:
                "The API key may not use this API. Allow the Identity Toolkit API and the Token Service API for the key"
                + " in the Google Cloud console."
        ),
        "SERVICE_DISABLED": Restriction(
            code: .operationNotAllowed,
            detail: .serviceDisabled,
            remedy: "The project has not enabled the Identity Toolkit API. Enable it in the Google Cloud console."
        ),
    ]
}
