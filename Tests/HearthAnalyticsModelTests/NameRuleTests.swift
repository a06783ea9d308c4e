import HearthAnalyticsModel
import Testing

/// The rules of names, at their edges and beyond them.
@Suite("Names of events, parameters and properties")
struct NameRuleTests {
    enum Kind: Sendable, CaseIterable {
        case event, parameter, userProperty

        var rule: NameRule {
            switch self {
            case .event: .event
            case .parameter: .parameter
            case .userProperty: .userProperty
            }
        }
    }

    @Test(
        arguments: [
            ("a", nil), ("Z", nil), ("a1", nil), ("a_", nil), ("gaming", nil), ("googley", nil), ("firebase", nil),
            ("GA_upper", nil), ("Firebase_x", nil), ("google", nil), ("ga", nil), ("a__b", nil),
            ("", "VALUE_REQUIRED"), ("1", "NAME_INVALID"), (" a", "NAME_INVALID"), ("a ", "NAME_INVALID"),
            ("a-b", "NAME_INVALID"), ("a.b", "NAME_INVALID"), ("a\n", "NAME_INVALID"), ("a\r\n", "NAME_INVALID"),
            ("a\u{0}b", "NAME_INVALID"), ("a\u{301}", "NAME_INVALID"), ("\u{FF41}", "NAME_INVALID"),
            ("\u{0430}", "NAME_INVALID"), ("a\u{200B}", "NAME_INVALID"), ("\u{FEFF}a", "NAME_INVALID"),
            ("a\u{0661}", "NAME_INVALID"), ("🎮", "NAME_INVALID"), ("ß", "NAME_INVALID"),
            ("_", "NAME_RESERVED"), ("_a", "NAME_RESERVED"), ("ga_", "NAME_RESERVED"), ("ga_x", "NAME_RESERVED"),
            ("google_", "NAME_RESERVED"), ("firebase_x", "NAME_RESERVED"),
            // What looks like an underscore, and one with a mark on it, are none of Google's, and no names.
            ("_\u{301}a", "NAME_INVALID"), ("ga_\u{20DD}x", "NAME_INVALID"), ("\u{FF3F}a", "NAME_INVALID"),
        ] as [(String, String?)]
    )
    func `have ASCII letters, digits and underscores, a letter first`(name: String, code: String?) {
        for kind in Kind.allCases { #expect(kind.rule.violation(name)?.code.rawValue == code, "\(kind)") }
    }

    @Test(arguments: [(Kind.event, 40), (.parameter, 40), (.userProperty, 24)] as [(Kind, Int)])
    func `are as long as documented, and not a letter longer`(kind: Kind, length: Int) {
        let longest = String(repeating: "n", count: length)
        #expect(kind.rule.violation(longest) == nil)
        let violation = kind.rule.violation(longest + "n")
        #expect(violation?.code == .valueOutOfBounds)
        #expect(violation?.reason.contains("\(length)") == true && violation?.reason.contains("\(length + 1)") == true)
        // What is wrong in itself is told before its length.
        #expect(kind.rule.violation(longest + "-")?.code == .nameInvalid)
        #expect(kind.rule.violation("_" + longest)?.code == .nameReserved)
    }

    @Test(
        arguments: [
            ("first_open", [Kind.event]), ("session_start", [.event]), ("error", [.event]),
            ("user_id", [.userProperty]),
            ("first_open_time", [.userProperty]), ("first_visit_time", [.userProperty]),
            ("last_deep_link_referrer", [.userProperty]), ("errors", []), ("Error", []), ("user_ids", []),
        ] as [(String, [Kind])]
    )
    func `are Google's for one kind, and free for the others`(name: String, kinds: [Kind]) {
        for kind in Kind.allCases {
            #expect((kind.rule.violation(name)?.code == .nameReserved) == kinds.contains(kind), "\(kind)")
        }
    }

    @Test func `of parameters leave the prefix of Google's tag alone`() {
        #expect(NameRule.parameter.violation("gtag.x")?.code == .nameReserved)
        #expect(NameRule.event.violation("gtag.x")?.code == .nameInvalid)
        #expect(NameRule.parameter.violation("gtagx") == nil)
    }

    @Test func `that are predefined may be logged`() {
        let events: [AnalyticsEvent] = [
            .adImpression, .addPaymentInfo, .addShippingInfo, .addToCart, .addToWishlist, .appOpen, .beginCheckout,
            .campaignDetails, .earnVirtualCurrency, .generateLead, .joinGroup, .levelEnd, .levelStart, .levelUp,
            .login, .postScore, .purchase, .refund, .removeFromCart, .screenView, .search, .selectContent, .selectItem,
            .selectPromotion, .share, .signUp, .spendVirtualCurrency, .tutorialBegin, .tutorialComplete,
            .unlockAchievement, .viewCart, .viewItem, .viewItemList, .viewPromotion, .viewSearchResults,
        ]
        #expect(Set(events).count == 35)
        for event in events { #expect(NameRule.event.violation(event.rawValue) == nil, "\(event)") }
        let parameters: [AnalyticsParameter] = [
            .achievementID, .adFormat, .adNetworkClickID, .adPlatform, .adSource, .adUnitName, .affiliation, .campaign,
            .character, .content, .contentType, .coupon, .cp1, .creativeName, .currency, .destination, .discount,
            .endDate, .extendSession, .flightNumber, .groupID, .index, .itemBrand, .items, .level, .levelName,
            .location,
            .marketingTactic, .medium, .method, .numberOfNights, .origin, .paymentType, .price, .promotionID, .quantity,
            .score, .screenClass, .screenName, .searchTerm, .shipping, .shippingTier, .source, .startDate, .success,
            .tax, .term, .transactionID, .travelClass, .value, .virtualCurrencyName,
        ]
        #expect(Set(parameters).count == parameters.count)
        for name in parameters { #expect(NameRule.parameter.violation(name.rawValue) == nil, "\(name)") }
    }
}
