/// The limits of Google Analytics, which hold in the client and in the collector alike.
///
/// They are those of the [collection limits](https://support.google.com/analytics/answer/9267744) and of the
/// [Measurement Protocol](https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events).
package enum AnalyticsLimits {
    package static let nameLength = 40
    package static let parametersPerEvent = 25
    package static let valueLength = 100
    /// Parameters that may be longer.
    package static let valueLengths = ["page_location": 1_000, "page_referrer": 420, "page_title": 300]
    package static let itemsPerEvent = 200
    package static let customParametersPerItem = 27
    package static let userProperties = 25
    package static let userPropertyNameLength = 24
    package static let userPropertyLength = 36
    package static let userIDLength = 256
    package static let eventsPerRequest = 25
    package static let requestBytes = 130_000
    package static let oldestEvent = Duration.seconds(72 * 3600)

    package static let reservedEvents: Set<String> = [
        "ad_activeview", "ad_click", "ad_exposure", "ad_query", "ad_reward", "adunit_exposure", "app_background",
        "app_clear_data", "app_exception", "app_remove", "app_store_refund", "app_store_subscription_cancel",
        "app_store_subscription_convert", "app_store_subscription_renew", "app_update", "app_upgrade",
        "dynamic_link_app_open", "dynamic_link_app_update", "dynamic_link_first_open", "error", "firebase_campaign",
        "firebase_in_app_message_action", "firebase_in_app_message_dismiss", "firebase_in_app_message_impression",
        "first_open", "first_visit", "in_app_purchase", "notification_dismiss", "notification_foreground",
        "notification_open", "notification_receive", "os_update", "session_start", "session_start_with_rollout",
        "user_engagement",
    ]
    package static let reservedPrefixes = ["_", "firebase_", "ga_", "google_"]
    package static let reservedParameterPrefixes = reservedPrefixes + ["gtag."]
    package static let reservedUserProperties: Set<String> = [
        "first_open_time", "first_open_after_install", "first_visit_time", "last_deep_link_referrer", "user_id",
    ]
    /// Parameters that clients add by themselves; they do not count.
    package static let automaticParameters: Set<String> = [
        "session_id", "engagement_time_msec", "session_number", "debug_mode", "hearth_id",
    ]
    /// Parameters of items that have a meaning; all others count as custom.
    package static let itemParameters: Set<String> = [
        "item_id", "item_name", "affiliation", "coupon", "creative_name", "creative_slot", "discount", "index",
        "item_brand", "item_category", "item_category2", "item_category3", "item_category4", "item_category5",
        "item_list_id", "item_list_name", "item_variant", "location_id", "price", "promotion_id", "promotion_name",
        "quantity", "currency",
    ]
}
