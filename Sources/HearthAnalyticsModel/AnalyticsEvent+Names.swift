extension AnalyticsEvent {
    /// The recommended event `ad_impression`.
    public static let adImpression = AnalyticsEvent(rawValue: "ad_impression")
    /// The recommended event `add_payment_info`.
    public static let addPaymentInfo = AnalyticsEvent(rawValue: "add_payment_info")
    /// The recommended event `add_shipping_info`.
    public static let addShippingInfo = AnalyticsEvent(rawValue: "add_shipping_info")
    /// The recommended event `add_to_cart`.
    public static let addToCart = AnalyticsEvent(rawValue: "add_to_cart")
    /// The recommended event `add_to_wishlist`.
    public static let addToWishlist = AnalyticsEvent(rawValue: "add_to_wishlist")
    /// The recommended event `app_open`.
    public static let appOpen = AnalyticsEvent(rawValue: "app_open")
    /// The recommended event `begin_checkout`.
    public static let beginCheckout = AnalyticsEvent(rawValue: "begin_checkout")
    /// The recommended event `campaign_details`.
    public static let campaignDetails = AnalyticsEvent(rawValue: "campaign_details")
    /// The recommended event `earn_virtual_currency`.
    public static let earnVirtualCurrency = AnalyticsEvent(rawValue: "earn_virtual_currency")
    /// The recommended event `generate_lead`.
    public static let generateLead = AnalyticsEvent(rawValue: "generate_lead")
    /// The recommended event `join_group`.
    public static let joinGroup = AnalyticsEvent(rawValue: "join_group")
    /// The recommended event `level_end`.
    public static let levelEnd = AnalyticsEvent(rawValue: "level_end")
    /// The recommended event `level_start`.
    public static let levelStart = AnalyticsEvent(rawValue: "level_start")
    /// The recommended event `level_up`.
    public static let levelUp = AnalyticsEvent(rawValue: "level_up")
    /// The recommended event `login`.
    public static let login = AnalyticsEvent(rawValue: "login")
    /// The recommended event `post_score`.
    public static let postScore = AnalyticsEvent(rawValue: "post_score")
    /// The recommended event `purchase`.
    public static let purchase = AnalyticsEvent(rawValue: "purchase")
    /// The recommended event `refund`.
    public static let refund = AnalyticsEvent(rawValue: "refund")
    /// The recommended event `remove_from_cart`.
    public static let removeFromCart = AnalyticsEvent(rawValue: "remove_from_cart")
    /// The recommended event `screen_view`.
    public static let screenView = AnalyticsEvent(rawValue: "screen_view")
    /// The recommended event `search`.
    public static let search = AnalyticsEvent(rawValue: "search")
    /// The recommended event `select_content`.
    public static let selectContent = AnalyticsEvent(rawValue: "select_content")
    /// The recommended event `select_item`.
    public static let selectItem = AnalyticsEvent(rawValue: "select_item")
    /// The recommended event `select_promotion`.
    public static let selectPromotion = AnalyticsEvent(rawValue: "select_promotion")
    /// The recommended event `share`.
    public static let share = AnalyticsEvent(rawValue: "share")
    /// The recommended event `sign_up`.
    public static let signUp = AnalyticsEvent(rawValue: "sign_up")
    /// The recommended event `spend_virtual_currency`.
    public static let spendVirtualCurrency = AnalyticsEvent(rawValue: "spend_virtual_currency")
    /// The recommended event `tutorial_begin`.
    public static let tutorialBegin = AnalyticsEvent(rawValue: "tutorial_begin")
    /// The recommended event `tutorial_complete`.
    public static let tutorialComplete = AnalyticsEvent(rawValue: "tutorial_complete")
    /// The recommended event `unlock_achievement`.
    public static let unlockAchievement = AnalyticsEvent(rawValue: "unlock_achievement")
    /// The recommended event `view_cart`.
    public static let viewCart = AnalyticsEvent(rawValue: "view_cart")
    /// The recommended event `view_item`.
    public static let viewItem = AnalyticsEvent(rawValue: "view_item")
    /// The recommended event `view_item_list`.
    public static let viewItemList = AnalyticsEvent(rawValue: "view_item_list")
    /// The recommended event `view_promotion`.
    public static let viewPromotion = AnalyticsEvent(rawValue: "view_promotion")
    /// The recommended event `view_search_results`.
    public static let viewSearchResults = AnalyticsEvent(rawValue: "view_search_results")
}
