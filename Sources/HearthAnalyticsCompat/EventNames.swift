/// The event `ad_impression`.
public let AnalyticsEventAdImpression = "ad_impression"
/// The event `add_payment_info`.
public let AnalyticsEventAddPaymentInfo = "add_payment_info"
/// The event `add_shipping_info`.
public let AnalyticsEventAddShippingInfo = "add_shipping_info"
/// The event `add_to_cart`.
public let AnalyticsEventAddToCart = "add_to_cart"
/// The event `add_to_wishlist`.
public let AnalyticsEventAddToWishlist = "add_to_wishlist"
/// The event `app_open`.
public let AnalyticsEventAppOpen = "app_open"
/// The event `begin_checkout`.
public let AnalyticsEventBeginCheckout = "begin_checkout"
/// The event `campaign_details`.
public let AnalyticsEventCampaignDetails = "campaign_details"
/// The event `earn_virtual_currency`.
public let AnalyticsEventEarnVirtualCurrency = "earn_virtual_currency"
/// The event `generate_lead`.
public let AnalyticsEventGenerateLead = "generate_lead"
/// The event `join_group`.
public let AnalyticsEventJoinGroup = "join_group"
/// The event `level_end`.
public let AnalyticsEventLevelEnd = "level_end"
/// The event `level_start`.
public let AnalyticsEventLevelStart = "level_start"
/// The event `level_up`.
public let AnalyticsEventLevelUp = "level_up"
/// The event `login`.
public let AnalyticsEventLogin = "login"
/// The event `post_score`.
public let AnalyticsEventPostScore = "post_score"
/// The event `purchase`.
public let AnalyticsEventPurchase = "purchase"
/// The event `refund`.
public let AnalyticsEventRefund = "refund"
/// The event `remove_from_cart`.
public let AnalyticsEventRemoveFromCart = "remove_from_cart"
/// The event `screen_view`.
public let AnalyticsEventScreenView = "screen_view"
/// The event `search`.
public let AnalyticsEventSearch = "search"
/// The event `select_content`.
public let AnalyticsEventSelectContent = "select_content"
/// The event `select_item`.
public let AnalyticsEventSelectItem = "select_item"
/// The event `select_promotion`.
public let AnalyticsEventSelectPromotion = "select_promotion"
/// The event `share`.
public let AnalyticsEventShare = "share"
/// The event `sign_up`.
public let AnalyticsEventSignUp = "sign_up"
/// The event `spend_virtual_currency`.
public let AnalyticsEventSpendVirtualCurrency = "spend_virtual_currency"
/// The event `tutorial_begin`.
public let AnalyticsEventTutorialBegin = "tutorial_begin"
/// The event `tutorial_complete`.
public let AnalyticsEventTutorialComplete = "tutorial_complete"
/// The event `unlock_achievement`.
public let AnalyticsEventUnlockAchievement = "unlock_achievement"
/// The event `view_cart`.
public let AnalyticsEventViewCart = "view_cart"
/// The event `view_item`.
public let AnalyticsEventViewItem = "view_item"
/// The event `view_item_list`.
public let AnalyticsEventViewItemList = "view_item_list"
/// The event `view_promotion`.
public let AnalyticsEventViewPromotion = "view_promotion"
/// The event `view_search_results`.
public let AnalyticsEventViewSearchResults = "view_search_results"
