internal import HearthCore
internal import HearthHTTP
internal import HearthWire

/// `/emulator/auth/iframe`: a frame in the app's page, through which the outcome of a sign-in comes back.
///
/// The official web client talks to it with a script of Google's, the one thing here that comes from elsewhere.
struct RelayPage: Sendable {
    let configuration: BackendConfiguration
    let store: Store

    func show(_ request: HTTPRequest, in call: Call) async throws(APIError) -> HTTPResponse {
        let domains = try await store.authorizedDomains(configuration, in: call)
        let query = request.query
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Auth Emulator Helper Iframe</title>
            </head>
            <body data-api-key="\(query["apiKey"] ?? "")" data-app-name="\(query["appName"] ?? "")">
            \(Self.script.element)
            <script src="https://apis.google.com/js/api.js"></script>
            </body>
            </html>

            """
        return HTTPResponse(
            status: 200,
            fields: Self.fields(domains, isEmulator: configuration.isEmulator),
            body: .bytes(Array(page.text.utf8))
        )
    }

    private static func fields(_ domains: [String], isEmulator: Bool) -> HTTPFields {
        let hosts = domains.filter(isHost).flatMap { isEmulator ? everyPort(of: $0) : page(of: $0) }
        return [
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy":
                "default-src 'none'; script-src \(script.source) https://apis.google.com; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'self' \(hosts.joined(separator: " "))",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        ]
    }

    /// The app's page may be served at any port of an authorized host while it is developed.
    private static func everyPort(of host: String) -> [String] {
        ["http://\(host):*", "https://\(host):*"]
    }

    /// In production a host stands for its encrypted page, unless its entry says more; this machine's is the developer's.
    private static func page(of host: String) -> [String] {
        let name = host.split(separator: ":").first.map(String.init) ?? host
        return name == "localhost" || name == "127.0.0.1" ? everyPort(of: name) : ["https://\(host)"]
    }

    /// What may stand in a policy.
    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte | 0x20 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "-.:[]".utf8.contains(byte)
                }
            }
    }

    private static let script = PageScript(
        #"""
        'use strict';
        const { apiKey, appName } = document.body.dataset;
        const storageKey = apiKey + ':' + appName;
        const eventKey = 'firebase:redirectEvent:' + storageKey;
        let app = null;

        window.addEventListener('message', (message) => {
          if (message.origin !== location.origin || message.data === null || typeof message.data !== 'object') return;
          if (message.data.eventType !== 'sendAuthEvent' || message.data.data.storageKey !== storageKey) return;
          const event = message.data.data.authEvent;
          if (app) send(event);
          else sessionStorage.setItem(eventKey, JSON.stringify(event));
        });

        function connect() {
          app = gapi.iframes.getContext().getParentIframe();
          app.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }),
            gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
          const stored = sessionStorage.getItem(eventKey);
          sessionStorage.removeItem(eventKey);
          send(stored ? JSON.parse(stored) : null);
        }

        function send(authEvent) {
          const event = authEvent || { type: 'unknown', error: { code: 'auth/no-auth-event' } };
          app.send('authEvent', { type: 'authEvent', authEvent: event }, (answers) => {
            const last = answers && answers[answers.length - 1];
            if (!last || last.status !== 'ACK') console.error('The page did not take the outcome of the sign-in.');
          }, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
        }

        window.gapi_onload = () => gapi.load('gapi.iframes', {
          callback: connect,
          timeout: 10000,
          ontimeout: () => console.error('gapi.iframes could not be loaded. Is there a connection to the Internet?'),
        });
        """#
    )
}
