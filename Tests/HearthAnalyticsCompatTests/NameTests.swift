import HearthAnalyticsModel
import Testing

@testable import HearthAnalyticsCompat

/// The constants and texts of FirebaseAnalytics' published headers, in their order.
@Suite("Names of FirebaseAnalytics")
struct NameTests {
    @Test func `of events are the texts that Google knows`() {
        let constants = [
            AnalyticsEventAdImpression, AnalyticsEventAddPaymentInfo, AnalyticsEventAddShippingInfo,
            AnalyticsEventAddToCart, AnalyticsEventAddToWishlist, AnalyticsEventAppOpen, AnalyticsEventBeginCheckout,
            AnalyticsEventCampaignDetails, AnalyticsEventEarnVirtualCurrency, AnalyticsEventGenerateLead,
            AnalyticsEventJoinGroup, AnalyticsEventLevelEnd, AnalyticsEventLevelStart, AnalyticsEventLevelUp,
            AnalyticsEventLogin, AnalyticsEventPostScore, AnalyticsEventPurchase, AnalyticsEventRefund,
            AnalyticsEventRemoveFromCart, AnalyticsEventScreenView, AnalyticsEventSearch,
            AnalyticsEventSelectContent, AnalyticsEventSelectItem, AnalyticsEventSelectPromotion,
            AnalyticsEventShare, AnalyticsEventSignUp, AnalyticsEventSpendVirtualCurrency,
            AnalyticsEventTutorialBegin, AnalyticsEventTutorialComplete, AnalyticsEventUnlockAchievement,
            AnalyticsEventViewCart, AnalyticsEventViewItem, AnalyticsEventViewItemList, AnalyticsEventViewPromotion,
            AnalyticsEventViewSearchResults,
        ]
        let texts = """
            ad_impression add_payment_info add_shipping_info add_to_cart add_to_wishlist app_open
            begin_checkout campaign_details earn_virtual_currency generate_lead join_group level_end
            level_start level_up login post_score purchase refund remove_from_cart screen_view search
            select_content select_item select_promotion share sign_up spend_virtual_currency tutorial_begin
            tutorial_complete unlock_achievement view_cart view_item view_item_list view_promotion
            view_search_results
            """
        #expect(constants == texts.split(whereSeparator: { $0 == " " || $0.isNewline }).map(String.init))
        // The collector knows them too: none is refused as a reserved name.
        #expect(constants.allSatisfy { !AnalyticsLimits.reservedEvents.contains($0) })
    }

    @Test func `of parameters are the texts that Google knows`() {
        let constants = [
            AnalyticsParameterAchievementID, AnalyticsParameterAdFormat, AnalyticsParameterAdNetworkClickID,
            AnalyticsParameterAdPlatform, AnalyticsParameterAdSource, AnalyticsParameterAdUnitName,
            AnalyticsParameterAffiliation, AnalyticsParameterCampaign, AnalyticsParameterCampaignID,
            AnalyticsParameterCharacter, AnalyticsParameterContent, AnalyticsParameterContentType,
            AnalyticsParameterCoupon, AnalyticsParameterCP1, AnalyticsParameterCreativeFormat,
            AnalyticsParameterCreativeName, AnalyticsParameterCreativeSlot, AnalyticsParameterCurrency,
            AnalyticsParameterDestination, AnalyticsParameterDiscount, AnalyticsParameterEndDate,
            AnalyticsParameterExtendSession, AnalyticsParameterFlightNumber, AnalyticsParameterGroupID,
            AnalyticsParameterIndex, AnalyticsParameterItemBrand, AnalyticsParameterItemCategory,
            AnalyticsParameterItemCategory2, AnalyticsParameterItemCategory3, AnalyticsParameterItemCategory4,
            AnalyticsParameterItemCategory5, AnalyticsParameterItemID, AnalyticsParameterItemListID,
            AnalyticsParameterItemListName, AnalyticsParameterItemName, AnalyticsParameterItemVariant,
            AnalyticsParameterItems, AnalyticsParameterLevel, AnalyticsParameterLevelName,
            AnalyticsParameterLocation, AnalyticsParameterLocationID, AnalyticsParameterMarketingTactic,
            AnalyticsParameterMedium, AnalyticsParameterMethod, AnalyticsParameterNumberOfNights,
            AnalyticsParameterNumberOfPassengers, AnalyticsParameterNumberOfRooms, AnalyticsParameterOrigin,
            AnalyticsParameterPaymentType, AnalyticsParameterPrice, AnalyticsParameterPromotionID,
            AnalyticsParameterPromotionName, AnalyticsParameterQuantity, AnalyticsParameterScore,
            AnalyticsParameterScreenClass, AnalyticsParameterScreenName, AnalyticsParameterSearchTerm,
            AnalyticsParameterShipping, AnalyticsParameterShippingTier, AnalyticsParameterSource,
            AnalyticsParameterSourcePlatform, AnalyticsParameterStartDate, AnalyticsParameterSuccess,
            AnalyticsParameterTax, AnalyticsParameterTerm, AnalyticsParameterTransactionID,
            AnalyticsParameterTravelClass, AnalyticsParameterValue, AnalyticsParameterVirtualCurrencyName,
        ]
        let texts = """
            achievement_id ad_format aclid ad_platform ad_source ad_unit_name affiliation campaign
            campaign_id character content content_type coupon cp1 creative_format creative_name
            creative_slot currency destination discount end_date extend_session flight_number group_id index
            item_brand item_category item_category2 item_category3 item_category4 item_category5 item_id
            item_list_id item_list_name item_name item_variant items level level_name location location_id
            marketing_tactic medium method number_of_nights number_of_passengers number_of_rooms origin
            payment_type price promotion_id promotion_name quantity score screen_class screen_name
            search_term shipping shipping_tier source source_platform start_date success tax term
            transaction_id travel_class value virtual_currency_name
            """
        #expect(Set(constants) == Set(texts.split(whereSeparator: { $0 == " " || $0.isNewline }).map(String.init)))
        #expect(constants.count == 69 && Set(constants).count == 69)
    }

    @Test func `of user properties and consent are the texts that Google knows`() {
        #expect(AnalyticsUserPropertySignUpMethod == "sign_up_method")
        #expect(AnalyticsUserPropertyAllowAdPersonalizationSignals == "allow_personalized_ads")
        let types: [HearthAnalyticsCompat.ConsentType] = [
            .adStorage, .analyticsStorage, .adUserData, .adPersonalization,
        ]
        #expect(types.map(\.rawValue) == ["ad_storage", "analytics_storage", "ad_user_data", "ad_personalization"])
        let answers: [HearthAnalyticsCompat.ConsentStatus] = [.granted, .denied]
        #expect(answers.map(\.rawValue) == ["granted", "denied"])
    }
}
