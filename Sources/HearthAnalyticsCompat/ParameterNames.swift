/// The parameter `achievement_id`.
public let AnalyticsParameterAchievementID = "achievement_id"
/// The parameter `ad_format`.
public let AnalyticsParameterAdFormat = "ad_format"
/// The parameter `aclid`.
public let AnalyticsParameterAdNetworkClickID = "aclid"
/// The parameter `ad_platform`.
public let AnalyticsParameterAdPlatform = "ad_platform"
/// The parameter `ad_source`.
public let AnalyticsParameterAdSource = "ad_source"
/// The parameter `ad_unit_name`.
public let AnalyticsParameterAdUnitName = "ad_unit_name"
/// The parameter `affiliation`.
public let AnalyticsParameterAffiliation = "affiliation"
/// The parameter `campaign`.
public let AnalyticsParameterCampaign = "campaign"
/// The parameter `campaign_id`.
public let AnalyticsParameterCampaignID = "campaign_id"
/// The parameter `character`.
public let AnalyticsParameterCharacter = "character"
/// The parameter `content`.
public let AnalyticsParameterContent = "content"
/// The parameter `content_type`.
public let AnalyticsParameterContentType = "content_type"
/// The parameter `coupon`.
public let AnalyticsParameterCoupon = "coupon"
/// The parameter `cp1`.
public let AnalyticsParameterCP1 = "cp1"
/// The parameter `creative_format`.
public let AnalyticsParameterCreativeFormat = "creative_format"
/// The parameter `creative_name`.
public let AnalyticsParameterCreativeName = "creative_name"
/// The parameter `creative_slot`.
public let AnalyticsParameterCreativeSlot = "creative_slot"
/// The parameter `currency`.
public let AnalyticsParameterCurrency = "currency"
/// The parameter `destination`.
public let AnalyticsParameterDestination = "destination"
/// The parameter `discount`.
public let AnalyticsParameterDiscount = "discount"
/// The parameter `end_date`.
public let AnalyticsParameterEndDate = "end_date"
/// The parameter `extend_session`.
public let AnalyticsParameterExtendSession = "extend_session"
/// The parameter `flight_number`.
public let AnalyticsParameterFlightNumber = "flight_number"
/// The parameter `group_id`.
public let AnalyticsParameterGroupID = "group_id"
/// The parameter `index`.
public let AnalyticsParameterIndex = "index"
/// The parameter `item_brand`.
public let AnalyticsParameterItemBrand = "item_brand"
/// The parameter `item_category`.
public let AnalyticsParameterItemCategory = "item_category"
/// The parameter `item_category2`.
public let AnalyticsParameterItemCategory2 = "item_category2"
/// The parameter `item_category3`.
public let AnalyticsParameterItemCategory3 = "item_category3"
/// The parameter `item_category4`.
public let AnalyticsParameterItemCategory4 = "item_category4"
/// The parameter `item_category5`.
public let AnalyticsParameterItemCategory5 = "item_category5"
/// The parameter `item_id`.
public let AnalyticsParameterItemID = "item_id"
/// The parameter `item_list_id`.
public let AnalyticsParameterItemListID = "item_list_id"
/// The parameter `item_list_name`.
public let AnalyticsParameterItemListName = "item_list_name"
/// The parameter `item_name`.
public let AnalyticsParameterItemName = "item_name"
/// The parameter `item_variant`.
public let AnalyticsParameterItemVariant = "item_variant"
/// The parameter `items`.
public let AnalyticsParameterItems = "items"
/// The parameter `level`.
public let AnalyticsParameterLevel = "level"
/// The parameter `level_name`.
public let AnalyticsParameterLevelName = "level_name"
/// The parameter `location`.
public let AnalyticsParameterLocation = "location"
/// The parameter `location_id`.
public let AnalyticsParameterLocationID = "location_id"
/// The parameter `marketing_tactic`.
public let AnalyticsParameterMarketingTactic = "marketing_tactic"
/// The parameter `medium`.
public let AnalyticsParameterMedium = "medium"
/// The parameter `method`.
public let AnalyticsParameterMethod = "method"
/// The parameter `number_of_nights`.
public let AnalyticsParameterNumberOfNights = "number_of_nights"
/// The parameter `number_of_passengers`.
public let AnalyticsParameterNumberOfPassengers = "number_of_passengers"
/// The parameter `number_of_rooms`.
public let AnalyticsParameterNumberOfRooms = "number_of_rooms"
/// The parameter `origin`.
public let AnalyticsParameterOrigin = "origin"
/// The parameter `payment_type`.
public let AnalyticsParameterPaymentType = "payment_type"
/// The parameter `price`.
public let AnalyticsParameterPrice = "price"
/// The parameter `promotion_id`.
public let AnalyticsParameterPromotionID = "promotion_id"
/// The parameter `promotion_name`.
public let AnalyticsParameterPromotionName = "promotion_name"
/// The parameter `quantity`.
public let AnalyticsParameterQuantity = "quantity"
/// The parameter `score`.
public let AnalyticsParameterScore = "score"
/// The parameter `screen_class`.
public let AnalyticsParameterScreenClass = "screen_class"
/// The parameter `screen_name`.
public let AnalyticsParameterScreenName = "screen_name"
/// The parameter `search_term`.
public let AnalyticsParameterSearchTerm = "search_term"
/// The parameter `shipping`.
public let AnalyticsParameterShipping = "shipping"
/// The parameter `shipping_tier`.
public let AnalyticsParameterShippingTier = "shipping_tier"
/// The parameter `source`.
public let AnalyticsParameterSource = "source"
/// The parameter `source_platform`.
public let AnalyticsParameterSourcePlatform = "source_platform"
/// The parameter `start_date`.
public let AnalyticsParameterStartDate = "start_date"
/// The parameter `success`.
public let AnalyticsParameterSuccess = "success"
/// The parameter `tax`.
public let AnalyticsParameterTax = "tax"
/// The parameter `term`.
public let AnalyticsParameterTerm = "term"
/// The parameter `transaction_id`.
public let AnalyticsParameterTransactionID = "transaction_id"
/// The parameter `travel_class`.
public let AnalyticsParameterTravelClass = "travel_class"
/// The parameter `value`.
public let AnalyticsParameterValue = "value"
/// The parameter `virtual_currency_name`.
public let AnalyticsParameterVirtualCurrencyName = "virtual_currency_name"
