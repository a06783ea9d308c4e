import HearthAdmin
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTokens

/// An API of shopping lists: everyone sees their own.
public struct ShoppingService: Sendable {
    private static let longestItem = 200

    private let shoppers = Shoppers()
    private let guardian: RequestGuard<Shoppers>

    /// Puts the service together.
    ///
    /// - Parameter verifier: Decides which tokens are believed.
    public init(verifier: TokenVerifier) {
        guardian = RequestGuard(verifier, users: shoppers)
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        do {
            let shopper = try await guardian.user(for: request)
            switch (request.method, request.path) {
            case (.get, "/items"): return list(await shoppers.items(of: shopper))
            case (.post, "/items"): return await add(request.body, for: shopper)
            default: return HTTPResponse(status: 404)
            }
        } catch let refusal as AuthenticationRefusal {
            return refusal.response
        } catch {
            return HTTPResponse(status: 500)
        }
    }

    private func add(_ body: [UInt8], for shopper: UserID) async -> HTTPResponse {
        guard let item = (try? JSON.parse(body))?["item"]?.string, (1...Self.longestItem).contains(item.count) else {
            return HTTPResponse(status: 400)
        }
        await shoppers.add(item, for: shopper)
        return HTTPResponse(status: 201)
    }

    private func list(_ items: [String]) -> HTTPResponse {
        let json = JSONValue.array(items.map { .string($0) })
        return HTTPResponse(
            status: 200,
            fields: ["Content-Type": "application/json"],
            body: .bytes(JSON.serialize(json))
        )
    }
}
