import Foundation
import HearthAnalytics
import HearthAnalyticsCompat
import HearthAnalyticsModel
import HearthCrash
import HearthCrashCompat
import HearthCrashWire
import HearthFirebaseCore
import HearthTesting
import Telemetry
import Testing

/// An app's wrapper as it is written for FirebaseAnalytics: only the import is another one.
private final class FirebaseAnalyticsService {
    func logEvent(_ name: String, parameters: [String: Any]?) {
        Analytics.logEvent(name, parameters: parameters)
    }

    func logScreenView(screenName: String, screenClass: String) {
        Analytics.logEvent(
            AnalyticsEventScreenView,
            parameters: [
                AnalyticsParameterScreenName: screenName,
                AnalyticsParameterScreenClass: screenClass,
            ]
        )
    }

    func setUserProperties(userId: String, email: String) {
        Analytics.setUserID(userId)
        Analytics.setUserProperty(email, forName: "email")
    }

    func logPurchase(amount: Double, currency: String, items: [[String: Any]]) {
        Analytics.logEvent(
            AnalyticsEventPurchase,
            parameters: [
                AnalyticsParameterValue: amount,
                AnalyticsParameterCurrency: currency,
                AnalyticsParameterItems: items,
            ]
        )
    }

    func logError(_ error: any Error, context: String) {
        Analytics.logEvent(
            "app_error",
            parameters: [
                "error_description": error.localizedDescription,
                "error_context": context,
            ]
        )
    }
}

/// What speaks for the default app, of which a process has one: a test at a time.
@Suite("Analytics and crash reports by Firebase's names", .serialized)
struct FirebaseNamesTests {
    private typealias Analytics = HearthAnalyticsCompat.Analytics

    private let order = Order(
        id: "T-1",
        currency: "EUR",
        lines: [.init(product: "sku-1", name: "Teapot", price: 24.25, quantity: 2)]
    )
    private let backend: TestBackend
    private let analytics: HearthAnalytics.Analytics
    private let folder = TemporaryFolder()

    init() async throws {
        backend = try await TestBackend()
        if FirebaseApp.app() == nil {
            FirebaseApp.configure(options: FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: ""))
        }
        var configuration = AnalyticsConfiguration()
        configuration.report = { _, _ in }
        analytics = backend.analytics.client(configuration)
        Analytics.use(analytics)
        Crashlytics.use(try backend.crashes.reporter(folder: folder.path))
    }

    /// The one test of the default app: every process has one, and tests of other suites run beside this.
    @Test func `the default app is the one without a name`() throws {
        let app = try #require(FirebaseApp.app())
        #expect(FirebaseApp.app(name: app.name) === app)
        #expect(FirebaseApp.allApps?[app.name] === app)
    }

    @Test func `is counted and reported by Firebase's names`() async throws {
        let service = FirebaseStyleTelemetryService()
        service.userDidChange(to: "u1")
        service.screenWasShown("Cart")
        try await Checkout(telemetry: service) { _ in }.buy(order)
        service.record(message: "the gate is open")
        await analytics.flush()
        let purchase = try await backend.analytics.next(.purchase)
        #expect(purchase.parameters[.value] == 48.5)
        #expect(
            purchase.parameters[.items]
                == .items([
                    AnalyticsItem(
                        parameters: AnalyticsParameters([
                            "item_id": "sku-1", "item_name": "Teapot", "price": 24.25, "quantity": 2,
                        ])
                    )
                ])
        )
        let view = try await backend.analytics.next(.screenView)
        #expect(view.parameters[.screenClass] == "CartScreen")
        let report = try await backend.crashes.next().report
        #expect(report.error?.type == "CustomError -1")
        #expect(report.error?.message == "the gate is open")
        #expect(report.keys == ["screen": "Cart"])
        #expect(report.user == "u1")
        #expect(Analytics.appInstanceID()?.count == 32)
    }

    @Test func `a wrapper that was written for Firebase logs what it did there`() async throws {
        let service = FirebaseAnalyticsService()
        service.setUserProperties(userId: "u1", email: "ada@example.com")
        service.logEvent("level_won", parameters: ["level": 3, "mode": "hard", "first": true, "score": 1.5])
        service.logEvent("plain", parameters: nil)
        service.logScreenView(screenName: "Cart", screenClass: "CartView")
        service.logPurchase(amount: 9.5, currency: "EUR", items: [[AnalyticsParameterItemID: "sku-1"]])
        service.logError(CocoaError(.fileNoSuchFile), context: "checkout")
        await analytics.flush()
        let won = try await backend.analytics.next("level_won")
        #expect(won.parameters["level"] == 3 && won.parameters["mode"] == "hard")
        #expect(won.parameters["first"] == 1 && won.parameters["score"] == 1.5)
        #expect(try await backend.analytics.next(.purchase).parameters[.value] == 9.5)
        #expect(try await backend.analytics.next(.screenView).parameters[.screenName] == "Cart")
        #expect(try await backend.analytics.next("app_error").parameters["error_context"] == "checkout")
        #expect(try await backend.analytics.next("plain").name == "plain")
    }

    @Test func `defaults, properties, sessions and consent mean what they do there`() async throws {
        Analytics.setDefaultEventParameters(["shop": "north"])
        Analytics.setUserProperty("gold", forName: "plan")
        Analytics.logEvent("one", parameters: ["shop": "south"])
        Analytics.logEvent("two", parameters: [:])
        Analytics.setDefaultEventParameters(nil)
        Analytics.setUserProperty(nil, forName: "plan")
        Analytics.logEvent("three", parameters: nil)
        await analytics.flush()
        #expect(try await backend.analytics.next("one").parameters["shop"] == "south")
        let two = try await backend.analytics.next("two")
        #expect(two.parameters["shop"] == "north")
        #expect(try await backend.analytics.next("three").parameters["shop"] == nil)
        #expect(try await Analytics.sessionID() > 0)
        let before = Analytics.appInstanceID()
        Analytics.resetAnalyticsData()
        #expect(Analytics.appInstanceID() != before)
        Analytics.setSessionTimeoutInterval(60)
        Analytics.setConsent([.analyticsStorage: .denied, .adStorage: .granted])
        Analytics.logEvent("unheard", parameters: nil)
        #expect(analytics.waitingEvents == 0)
        Analytics.setConsent([.analyticsStorage: .granted])
        Analytics.setAnalyticsCollectionEnabled(false)
        Analytics.logEvent("unheard", parameters: nil)
        #expect(analytics.waitingEvents == 0)
        Analytics.setAnalyticsCollectionEnabled(true)
        Analytics.logEvent("heard", parameters: nil)
        #expect(analytics.waitingEvents > 0)
    }

    @Test func `keys, logs, users and models are in the report`() async throws {
        let crashlytics = Crashlytics.crashlytics()
        crashlytics.setCrashlyticsCollectionEnabled(true)
        #expect(crashlytics.isCrashlyticsCollectionEnabled())
        #expect(!crashlytics.didCrashDuringPreviousExecution())
        crashlytics.log("the first line")
        crashlytics.log(format: "%d of %@", arguments: [2, "two" as NSString])
        crashlytics.setCustomValue(3, forKey: "count")
        crashlytics.setCustomKeysAndValues(["flag": true, "name": "x", "part": 0.5])
        crashlytics.setUserID("u1")
        let cause = NSError(domain: "Bank", code: 51)
        let error = NSError(
            domain: "Shop",
            code: 7,
            userInfo: [NSLocalizedDescriptionKey: "refused", NSUnderlyingErrorKey: cause]
        )
        crashlytics.record(error: error, userInfo: ["step": "pay"])
        let report = try await backend.crashes.next(.error).report
        #expect(report.error?.type == "Shop 7" && report.error?.message == "refused")
        #expect(report.log.contains("the first line") && report.log.contains("2 of two"))
        #expect(report.keys["count"] == .int(3) && report.keys["flag"] == .bool(true))
        #expect(report.keys["name"] == .string("x") && report.keys["part"] == .double(0.5))
        #expect(report.user == "u1")
    }

    @Test func `a model of an exception is a report with its frames`() async throws {
        let model = ExceptionModel(name: "ScriptError", reason: "no such name")
        model.stackTrace = [StackFrame(symbol: "pay()", file: "shop.js", line: 12)]
        Crashlytics.crashlytics().record(exceptionModel: model)
        let report = try await backend.crashes.next(.error).report
        #expect(report.error?.type == "ScriptError" && report.error?.message == "no such name")
        #expect(report.frames.first?.symbol == "pay()" && report.frames.first?.line == 12)
    }

    @Test func `a user who was not asked sends nothing until the reports are sent or deleted`() async throws {
        let crashlytics = Crashlytics.crashlytics()
        crashlytics.setCrashlyticsCollectionEnabled(false)
        #expect(!crashlytics.isCrashlyticsCollectionEnabled())
        crashlytics.record(error: NSError(domain: "Shop", code: 1))
        #expect(await crashlytics.checkForUnsentReports())
        #expect(backend.crashes.reports.isEmpty)
        crashlytics.sendUnsentReports()
        #expect(try await backend.crashes.next().report.error?.type == "Shop 1")
    }
}
