package import HearthJSON

/// An error as it travels over the wire.
package struct APIError: Error, Sendable, Hashable {
    /// A machine-readable reason, open to values that this build does not name.
    package struct Code: RawRepresentable, Sendable, Hashable {
        /// The spelling on the wire, for example `EMAIL_EXISTS`.
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The machine-readable reason.
    package var code: Code
    /// What follows the code after ` : `.
    package var detail: String?
    /// The HTTP status.
    package var httpStatus: Int
    /// The canonical status, for example `PERMISSION_DENIED`; most errors have none.
    package var status: String?
    /// The entry of `errors` when it says more than the defaults.
    package var item: Item

    /// An entry of the envelope's `errors`.
    package struct Item: Sendable, Hashable {
        package var message: String?
        package var reason: String
        package var location: String?
        package var locationType: String?

        package init(
            reason: String,
            message: String? = nil,
            location: String? = nil,
            locationType: String? = nil
        ) {
            self.reason = reason
            self.message = message
            self.location = location
            self.locationType = locationType
        }
    }

    /// A refusal with HTTP status 400 that is told in words and has no code of its own.
    package init(words: String) {
        self.init(Code(rawValue: words))
    }

    /// A refusal with HTTP status 400, which most are.
    package init(_ code: Code, _ detail: String? = nil) {
        self.init(code, detail, httpStatus: 400)
    }

    package init(
        _ code: Code,
        _ detail: String? = nil,
        httpStatus: Int,
        status: String? = nil,
        item: Item = Item(reason: "invalid")
    ) {
        self.code = code
        self.detail = detail
        self.httpStatus = httpStatus
        self.status = status
        self.item = item
    }

    /// The code and its detail, as clients split them again.
    package var message: String {
        detail.map { "\(code.rawValue) : \($0)" } ?? code.rawValue
    }

    /// The document that carries the error.
    package var envelope: JSONValue {
        var entry: JSONValue = [
            "message": .string(item.message ?? message), "reason": .string(item.reason), "domain": "global",
        ]
        if let location = item.location, let type = item.locationType, var object = entry.object {
            object["location"] = .string(location)
            object["locationType"] = .string(type)
            entry = .object(object)
        }
        var error = JSONObject()
        error["code"] = .integer(Int64(httpStatus))
        error["message"] = .string(message)
        error["errors"] = [entry]
        if let status { error["status"] = .string(status) }
        return ["error": .object(error)]
    }
}

extension APIError {
    /// The request is not what the operation takes.
    package static func invalidArgument(_ words: String, reason: String = "invalid") -> APIError {
        APIError(
            Code(rawValue: words),
            httpStatus: 400,
            status: "INVALID_ARGUMENT",
            item: Item(reason: reason)
        )
    }

    /// There is nothing at this path.
    package static let notFound = APIError(
        Code(rawValue: "Not Found"),
        httpStatus: 404,
        status: "NOT_FOUND",
        item: Item(reason: "notFound")
    )

    /// The request has no API key.
    package static let missingKey = APIError(
        Code(rawValue: "The request is missing a valid API key."),
        httpStatus: 403,
        status: "PERMISSION_DENIED",
        item: Item(reason: "forbidden")
    )

    /// The operation is for administrators, and the request has no credential.
    package static let missingCredential = APIError(
        Code(
            rawValue: """
                Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other \
                valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.
                """
        ),
        httpStatus: 401,
        status: "UNAUTHENTICATED",
        item: Item(
            reason: "required",
            message: "Login Required.",
            location: "Authorization",
            locationType: "header"
        )
    )

    /// The request's credential is not an administrator's.
    package static let invalidCredential = APIError(
        Code(
            rawValue: """
                Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid \
                authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.
                """
        ),
        httpStatus: 401,
        status: "UNAUTHENTICATED",
        item: Item(
            reason: "authError",
            message: "Invalid Credentials",
            location: "Authorization",
            locationType: "header"
        )
    )

    /// The caller is an administrator, and of something else.
    ///
    /// The message begins with a code that the official Admin SDKs know.
    package static func permissionDenied(_ words: String) -> APIError {
        APIError(
            .insufficientPermission,
            words,
            httpStatus: 403,
            status: "PERMISSION_DENIED",
            item: Item(reason: "forbidden")
        )
    }

    /// The protocol knows the request, and this backend does not answer it.
    package static func notImplemented(_ words: String) -> APIError {
        APIError(
            Code(rawValue: words),
            httpStatus: 501,
            status: "NOT_IMPLEMENTED",
            item: Item(reason: "unimplemented")
        )
    }

    /// The backend failed; the words are for the caller, the cause goes to the log.
    package static let internalError = APIError(
        .internalError,
        httpStatus: 500,
        status: "INTERNAL",
        item: Item(reason: "internal")
    )

    /// The body is larger than the operation takes, which is so many bytes.
    package static func payloadTooLarge(limit: Int) -> APIError {
        APIError(
            Code(rawValue: "Request payload size exceeds the limit: \(limit) bytes."),
            httpStatus: 413,
            status: "INVALID_ARGUMENT",
            item: Item(reason: "uploadTooLarge")
        )
    }

    /// The backend has more work than it accepts; trying again later helps.
    package static let overloaded = APIError(
        .unavailable,
        "The service is busy. Try again later.",
        httpStatus: 503,
        status: "UNAVAILABLE",
        item: Item(reason: "backendError")
    )
}
