/// The user property that tells how the user made an account.
public let AnalyticsUserPropertySignUpMethod = "sign_up_method"
/// The user property that tells whether advertising may be personalized.
public let AnalyticsUserPropertyAllowAdPersonalizationSignals = "allow_personalized_ads"
