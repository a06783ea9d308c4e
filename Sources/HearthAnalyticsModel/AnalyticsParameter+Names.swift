extension AnalyticsParameter {
    /// The parameter `achievement_id`.
    public static let achievementID = AnalyticsParameter(rawValue: "achievement_id")
    /// The parameter `ad_format`.
    public static let adFormat = AnalyticsParameter(rawValue: "ad_format")
    /// The parameter `aclid`.
    public static let adNetworkClickID = AnalyticsParameter(rawValue: "aclid")
    /// The parameter `ad_platform`.
    public static let adPlatform = AnalyticsParameter(rawValue: "ad_platform")
    /// The parameter `ad_source`.
    public static let adSource = AnalyticsParameter(rawValue: "ad_source")
    /// The parameter `ad_unit_name`.
    public static let adUnitName = AnalyticsParameter(rawValue: "ad_unit_name")
    /// The parameter `affiliation`.
    public static let affiliation = AnalyticsParameter(rawValue: "affiliation")
    /// The parameter `campaign`.
    public static let campaign = AnalyticsParameter(rawValue: "campaign")
    /// The parameter `campaign_id`.
    public static let campaignID = AnalyticsParameter(rawValue: "campaign_id")
    /// The parameter `character`.
    public static let character = AnalyticsParameter(rawValue: "character")
    /// The parameter `content`.
    public static let content = AnalyticsParameter(rawValue: "content")
    /// The parameter `content_type`.
    public static let contentType = AnalyticsParameter(rawValue: "content_type")
    /// The parameter `coupon`.
    public static let coupon = AnalyticsParameter(rawValue: "coupon")
    /// The parameter `cp1`.
    public static let cp1 = AnalyticsParameter(rawValue: "cp1")
    /// The parameter `creative_format`.
    public static let creativeFormat = AnalyticsParameter(rawValue: "creative_format")
    /// The parameter `creative_name`.
    public static let creativeName = AnalyticsParameter(rawValue: "creative_name")
    /// The parameter `creative_slot`.
    public static let creativeSlot = AnalyticsParameter(rawValue: "creative_slot")
    /// The parameter `currency`.
    public static let currency = AnalyticsParameter(rawValue: "currency")
    /// The parameter `destination`.
    public static let destination = AnalyticsParameter(rawValue: "destination")
    /// The parameter `discount`.
    public static let discount = AnalyticsParameter(rawValue: "discount")
    /// The parameter `end_date`.
    public static let endDate = AnalyticsParameter(rawValue: "end_date")
    /// The parameter `extend_session`.
    public static let extendSession = AnalyticsParameter(rawValue: "extend_session")
    /// The parameter `flight_number`.
    public static let flightNumber = AnalyticsParameter(rawValue: "flight_number")
    /// The parameter `group_id`.
    public static let groupID = AnalyticsParameter(rawValue: "group_id")
    /// The parameter `index`.
    public static let index = AnalyticsParameter(rawValue: "index")
    /// The parameter `item_brand`.
    public static let itemBrand = AnalyticsParameter(rawValue: "item_brand")
    /// The parameter `item_category`.
    public static let itemCategory = AnalyticsParameter(rawValue: "item_category")
    /// The parameter `item_category2`.
    public static let itemCategory2 = AnalyticsParameter(rawValue: "item_category2")
    /// The parameter `item_category3`.
    public static let itemCategory3 = AnalyticsParameter(rawValue: "item_category3")
    /// The parameter `item_category4`.
    public static let itemCategory4 = AnalyticsParameter(rawValue: "item_category4")
    /// The parameter `item_category5`.
    public static let itemCategory5 = AnalyticsParameter(rawValue: "item_category5")
    /// The parameter `item_id`.
    public static let itemID = AnalyticsParameter(rawValue: "item_id")
    /// The parameter `item_list_id`.
    public static let itemListID = AnalyticsParameter(rawValue: "item_list_id")
    /// The parameter `item_list_name`.
    public static let itemListName = AnalyticsParameter(rawValue: "item_list_name")
    /// The parameter `item_name`.
    public static let itemName = AnalyticsParameter(rawValue: "item_name")
    /// The parameter `item_variant`.
    public static let itemVariant = AnalyticsParameter(rawValue: "item_variant")
    /// The parameter `items`.
    public static let items = AnalyticsParameter(rawValue: "items")
    /// The parameter `level`.
    public static let level = AnalyticsParameter(rawValue: "level")
    /// The parameter `level_name`.
    public static let levelName = AnalyticsParameter(rawValue: "level_name")
    /// The parameter `location`.
    public static let location = AnalyticsParameter(rawValue: "location")
    /// The parameter `location_id`.
    public static let locationID = AnalyticsParameter(rawValue: "location_id")
    /// The parameter `marketing_tactic`.
    public static let marketingTactic = AnalyticsParameter(rawValue: "marketing_tactic")
    /// The parameter `medium`.
    public static let medium = AnalyticsParameter(rawValue: "medium")
    /// The parameter `method`.
    public static let method = AnalyticsParameter(rawValue: "method")
    /// The parameter `number_of_nights`.
    public static let numberOfNights = AnalyticsParameter(rawValue: "number_of_nights")
    /// The parameter `number_of_passengers`.
    public static let numberOfPassengers = AnalyticsParameter(rawValue: "number_of_passengers")
    /// The parameter `number_of_rooms`.
    public static let numberOfRooms = AnalyticsParameter(rawValue: "number_of_rooms")
    /// The parameter `origin`.
    public static let origin = AnalyticsParameter(rawValue: "origin")
    /// The parameter `payment_type`.
    public static let paymentType = AnalyticsParameter(rawValue: "payment_type")
    /// The parameter `price`.
    public static let price = AnalyticsParameter(rawValue: "price")
    /// The parameter `promotion_id`.
    public static let promotionID = AnalyticsParameter(rawValue: "promotion_id")
    /// The parameter `promotion_name`.
    public static let promotionName = AnalyticsParameter(rawValue: "promotion_name")
    /// The parameter `quantity`.
    public static let quantity = AnalyticsParameter(rawValue: "quantity")
    /// The parameter `score`.
    public static let score = AnalyticsParameter(rawValue: "score")
    /// The parameter `screen_class`.
    public static let screenClass = AnalyticsParameter(rawValue: "screen_class")
    /// The parameter `screen_name`.
    public static let screenName = AnalyticsParameter(rawValue: "screen_name")
    /// The parameter `search_term`.
    public static let searchTerm = AnalyticsParameter(rawValue: "search_term")
    /// The parameter `shipping`.
    public static let shipping = AnalyticsParameter(rawValue: "shipping")
    /// The parameter `shipping_tier`.
    public static let shippingTier = AnalyticsParameter(rawValue: "shipping_tier")
    /// The parameter `source`.
    public static let source = AnalyticsParameter(rawValue: "source")
    /// The parameter `source_platform`.
    public static let sourcePlatform = AnalyticsParameter(rawValue: "source_platform")
    /// The parameter `start_date`.
    public static let startDate = AnalyticsParameter(rawValue: "start_date")
    /// The parameter `success`.
    public static let success = AnalyticsParameter(rawValue: "success")
    /// The parameter `tax`.
    public static let tax = AnalyticsParameter(rawValue: "tax")
    /// The parameter `term`.
    public static let term = AnalyticsParameter(rawValue: "term")
    /// The parameter `transaction_id`.
    public static let transactionID = AnalyticsParameter(rawValue: "transaction_id")
    /// The parameter `travel_class`.
    public static let travelClass = AnalyticsParameter(rawValue: "travel_class")
    /// The parameter `value`.
    public static let value = AnalyticsParameter(rawValue: "value")
    /// The parameter `virtual_currency_name`.
    public static let virtualCurrencyName = AnalyticsParameter(rawValue: "virtual_currency_name")
}
