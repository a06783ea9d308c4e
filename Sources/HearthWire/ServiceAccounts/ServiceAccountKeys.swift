package import HearthCore
internal import HearthHTTP

/// `POST keys`: makes a key, whose private half is in the answer and nowhere else.
package enum CreateServiceAccountKey: Operation {
    package static let routes = [Route].serviceAccounts(.post, "/{account}/keys")

    package struct Request: Message {
        package var account: String?
        /// `TYPE_GOOGLE_CREDENTIALS_FILE`, which is also meant when it is left out.
        package var privateKeyType: String?
        /// `KEY_ALG_RSA_2048`, which is also meant when it is left out.
        package var keyAlgorithm: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var name: String?
        package var keyAlgorithm: String?
        package var keyOrigin: String?
        package var keyType: String?
        package var validAfterTime: String?
        package var validBeforeTime: String?
        package var privateKeyType: String?
        /// The key file of the official SDKs, in standard base64.
        package var privateKeyData: Secret<String>?

        package init() {}
    }
}

/// `POST keys:upload`: registers the public half of a key that the account's owner made.
package enum UploadServiceAccountKey: Operation {
    package static let routes = [Route].serviceAccounts(.post, "/{account}/keys:upload")

    package struct Request: Message {
        package var account: String?
        /// A certificate or a public key of RSA in PEM, in standard base64.
        package var publicKeyData: String?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = ServiceAccountKey
}

/// `GET keys`: the keys of a service account, newest first.
package enum ListServiceAccountKeys: Operation {
    package static let routes = [Route].serviceAccounts(.get, "/{account}/keys")

    package struct Request: Message {
        package var account: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var keys: [ServiceAccountKey]?

        package init() {}
    }
}

/// `DELETE keys/{key}`: removes a key; the access tokens that it got end at once.
package enum DeleteServiceAccountKey: Operation {
    package static let routes = [Route].serviceAccounts(.delete, "/{account}/keys/{key}")

    package struct Request: Message {
        package var account: String?
        package var key: String?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}
