internal import HearthHTTP

/// Lets web pages of every origin call, as the emulator does and as the API, which has no cookies, safely may.
enum CORS {
    /// The answer to a browser that asks before it calls.
    static func preflight(_ request: HTTPRequest) -> HTTPResponse {
        var fields: HTTPFields = [
            "Access-Control-Allow-Methods": "GET,HEAD,PUT,PATCH,POST,DELETE",
            "Access-Control-Max-Age": "600",
        ]
        if let asked = request.fields["access-control-request-headers"] {
            fields["Access-Control-Allow-Headers"] = asked
        }
        if request.fields["access-control-request-private-network"] == "true" {
            fields["Access-Control-Allow-Private-Network"] = "true"
        }
        var response = HTTPResponse(status: 204, fields: fields)
        allowOrigin(of: request, in: &response)
        return response
    }

    /// Names the caller's origin in an answer.
    static func allowOrigin(of request: HTTPRequest, in response: inout HTTPResponse) {
        guard let origin = request.fields["origin"] else { return }
        response.fields["Access-Control-Allow-Origin"] = origin
        response.fields.append("Vary", "Origin")
    }
}
