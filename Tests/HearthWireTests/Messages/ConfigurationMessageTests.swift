import HearthCore
import HearthJSON
import Testing

@testable import HearthWire

@Suite("Messages about a project's configuration")
struct ConfigurationMessageTests {
    @Test func `sign-in methods are switched`() throws {
        try expectWire(
            ProjectConfig.self,
            """
            {"name": "projects/p/config", "signIn": {"allowDuplicateEmails": false,
             "email": {"enabled": true, "passwordRequired": false}, "anonymous": {"enabled": true},
             "phoneNumber": {"enabled": true, "testPhoneNumbers": {"+15555550100": "123456"}},
             "hashConfig": {"algorithm": "SCRYPT"}}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": true},
             "blockingFunctions": {"triggers": {}}, "authorizedDomains": ["localhost"], "subtype": "IDENTITY_PLATFORM",
             "defaultHostingSite": "p"}
            """
        ) {
            $0.name = "projects/p/config"
            $0.signIn = Self.signIn
            $0.emailPrivacyConfig = EmulatorConfig.EmailPrivacy { $0.enableImprovedEmailPrivacy = true }
            $0.blockingFunctions = ["triggers": [:]]
            $0.authorizedDomains = ["localhost"]
            $0.subtype = "IDENTITY_PLATFORM"
            $0.defaultHostingSite = "p"
        }
    }

    private static var signIn: ProjectConfig.SignIn {
        ProjectConfig.SignIn {
            $0.allowDuplicateEmails = false
            $0.email = ProjectConfig.SignIn.Email {
                $0.enabled = true
                $0.passwordRequired = false
            }
            $0.anonymous = ProjectConfig.SignIn.Switch { $0.enabled = true }
            $0.phoneNumber = ProjectConfig.SignIn.PhoneNumber {
                $0.enabled = true
                $0.testPhoneNumbers = ["+15555550100": "123456"]
            }
            $0.hashConfig = ["algorithm": "SCRYPT"]
        }
    }

    @Test func `second factors, regions and clients are set`() throws {
        try expectWire(
            ProjectConfig.self,
            """
            {"mfa": {"state": "MANDATORY", "enabledProviders": ["PHONE_SMS"],
             "providerConfigs": [{"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 0}}]},
             "smsRegionConfig": {"allowByDefault": {"disallowedRegions": ["US", "CA"]},
             "allowlistOnly": {"allowedRegions": []}},
             "client": {"permissions": {"disabledUserSignup": true, "disabledUserDeletion": false}, "apiKey": "key",
             "firebaseSubdomain": "p"}, "multiTenant": {"allowTenants": true, "defaultTenantLocation": "folders/1"}}
            """
        ) {
            $0.mfa = ProjectConfig.SecondFactorSettings {
                $0.state = "MANDATORY"
                $0.enabledProviders = ["PHONE_SMS"]
                $0.providerConfigs = [
                    ProjectConfig.ProviderSettings {
                        $0.state = "ENABLED"
                        $0.totpProviderConfig = ProjectConfig.TOTPSettings { $0.adjacentIntervals = 0 }
                    }
                ]
            }
            $0.smsRegionConfig = SMSRegions {
                $0.allowByDefault = SMSRegions.AllowByDefault { $0.disallowedRegions = ["US", "CA"] }
                $0.allowlistOnly = SMSRegions.AllowlistOnly { $0.allowedRegions = [] }
            }
            $0.client = ProjectConfig.Client {
                $0.permissions = ProjectConfig.Client.Permissions {
                    $0.disabledUserSignup = true
                    $0.disabledUserDeletion = false
                }
                $0.apiKey = "key"
                $0.firebaseSubdomain = "p"
            }
            $0.multiTenant = ProjectConfig.MultiTenant {
                $0.allowTenants = true
                $0.defaultTenantLocation = "folders/1"
            }
        }
    }

    @Test func `mails are set, and what is only kept comes back as it was`() throws {
        try expectWire(
            ProjectConfig.self,
            """
            {"notification": {"sendEmail": {"callbackUri": "https://example.com/action", "method": "CUSTOM_SMTP",
             "smtp": {"port": 587}, "resetPasswordTemplate": {"subject": "R"}, "verifyEmailTemplate": {"subject": "V"},
             "changeEmailTemplate": {"subject": "C"}, "revertSecondFactorAdditionTemplate": {"subject": "S"},
             "legacyResetPasswordTemplate": {"subject": "L"}, "dnsInfo": {"useCustomDomain": false}},
             "sendSms": {"useDeviceLocale": true}, "defaultLocale": "de"}, "publicName": "Shop",
             "mobileLinksConfig": {"domain": "HOSTING_DOMAIN"}, "quota": {"signUpQuotaConfig": {"quota": "10"}},
             "monitoring": {"requestLogging": {"enabled": null}}, "autodeleteAnonymousUsers": true}
            """
        ) {
            $0.notification = ProjectConfig.Notification {
                $0.sendEmail = Self.mails
                $0.sendSms = ["useDeviceLocale": true]
                $0.defaultLocale = "de"
            }
            $0.publicName = "Shop"
            $0.mobileLinksConfig = ["domain": "HOSTING_DOMAIN"]
            $0.quota = ["signUpQuotaConfig": ["quota": "10"]]
            $0.monitoring = ["requestLogging": ["enabled": nil]]
            $0.autodeleteAnonymousUsers = true
        }
    }

    private static var mails: ProjectConfig.Notification.SendEmail {
        ProjectConfig.Notification.SendEmail {
            $0.callbackUri = "https://example.com/action"
            $0.method = "CUSTOM_SMTP"
            $0.smtp = ["port": 587]
            $0.resetPasswordTemplate = ["subject": "R"]
            $0.verifyEmailTemplate = ["subject": "V"]
            $0.changeEmailTemplate = ["subject": "C"]
            $0.revertSecondFactorAdditionTemplate = ["subject": "S"]
            $0.legacyResetPasswordTemplate = ["subject": "L"]
            $0.dnsInfo = ["useCustomDomain": false]
        }
    }

    @Test func `rules for passwords are set and told`() throws {
        let options = """
            {"minPasswordLength": 8, "maxPasswordLength": 4096, "containsLowercaseCharacter": true,
             "containsUppercaseCharacter": false, "containsNumericCharacter": true,
             "containsNonAlphanumericCharacter": true}
            """
        try expectWire(
            PasswordPolicyConfig.self,
            """
            {"passwordPolicyEnforcementState": "ENFORCE", "forceUpgradeOnSignin": true,
             "passwordPolicyVersions": [{"customStrengthOptions": \(options), "schemaVersion": 1}],
             "lastUpdateTime": "2026-11-20T12:30:45.250Z"}
            """
        ) {
            $0.passwordPolicyEnforcementState = .enforce
            $0.forceUpgradeOnSignin = true
            $0.passwordPolicyVersions = [
                PasswordPolicyConfig.Version {
                    $0.customStrengthOptions = Self.options
                    $0.schemaVersion = 1
                }
            ]
            $0.lastUpdateTime = "2026-11-20T12:30:45.250Z"
        }
        try expectWire(
            GetPasswordPolicy.Response.self,
            """
            {"customStrengthOptions": \(options), "allowedNonAlphanumericCharacters": ["^", "\\"", "\\\\"],
             "enforcementState": "OFF", "forceUpgradeOnSignin": false, "schemaVersion": 1}
            """
        ) {
            $0.customStrengthOptions = Self.options
            $0.allowedNonAlphanumericCharacters = ["^", "\"", "\\"]
            $0.enforcementState = .off
            $0.forceUpgradeOnSignin = false
            $0.schemaVersion = 1
        }
    }

    private static var options: PasswordStrengthOptions {
        PasswordStrengthOptions {
            $0.minPasswordLength = 8
            $0.maxPasswordLength = 4096
            $0.containsLowercaseCharacter = true
            $0.containsUppercaseCharacter = false
            $0.containsNumericCharacter = true
            $0.containsNonAlphanumericCharacter = true
        }
    }

    @Test func `reCAPTCHA is set`() throws {
        try expectWire(
            RecaptchaSettings.self,
            """
            {"emailPasswordEnforcementState": "AUDIT", "phoneEnforcementState": "ENFORCE",
             "recaptchaKeys": [{"key": "projects/p/keys/k", "type": "WEB"}], "managedRules": [{"endScore": 0.3}],
             "tollFraudManagedRules": [{"startScore": 0.8}], "useAccountDefender": true, "useSmsBotScore": false,
             "useSmsTollFraudProtection": true}
            """
        ) {
            $0.emailPasswordEnforcementState = "AUDIT"
            $0.phoneEnforcementState = "ENFORCE"
            $0.recaptchaKeys = [
                RecaptchaSettings.Key {
                    $0.key = "projects/p/keys/k"
                    $0.type = "WEB"
                }
            ]
            $0.managedRules = [["endScore": 0.3]]
            $0.tollFraudManagedRules = [["startScore": 0.8]]
            $0.useAccountDefender = true
            $0.useSmsBotScore = false
            $0.useSmsTollFraudProtection = true
        }
    }

    @Test func `reCAPTCHA is told to clients`() throws {
        try expectWire(
            GetRecaptchaConfig.Request.self,
            """
            {"clientType": "CLIENT_TYPE_WEB", "version": "RECAPTCHA_ENTERPRISE", "tenantId": "t",
             "targetProjectId": "p"}
            """
        ) {
            $0.clientType = "CLIENT_TYPE_WEB"
            $0.version = "RECAPTCHA_ENTERPRISE"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        // Clients insist on the key, also where there is none.
        try expectWire(
            GetRecaptchaConfig.Response.self,
            """
            {"recaptchaKey": "", "recaptchaEnforcementState": [{"provider": "PHONE_PROVIDER",
             "enforcementState": "OFF"}]}
            """
        ) {
            $0.recaptchaKey = ""
            $0.recaptchaEnforcementState = [
                GetRecaptchaConfig.Enforcement {
                    $0.provider = "PHONE_PROVIDER"
                    $0.enforcementState = "OFF"
                }
            ]
        }
        try expectWire(
            GetRecaptchaParameters.Response.self,
            """
            {"kind": "identitytoolkit#GetRecaptchaParamResponse", "recaptchaSiteKey": "Fake-key__Do_not_send",
             "recaptchaStoken": "token"}
            """
        ) {
            $0.kind = "identitytoolkit#GetRecaptchaParamResponse"
            $0.recaptchaSiteKey = "Fake-key__Do_not_send"
            $0.recaptchaStoken = "token"
        }
    }

    @Test func `requests without content name the project`() throws {
        try expectWire(GetProjectConfig.Request.self, #"{"targetProjectId": "p"}"#) { $0.targetProjectId = "p" }
        try expectWire(InitializeProject.Request.self, #"{"targetProjectId": "p"}"#) { $0.targetProjectId = "p" }
        try expectWire(GetPasswordPolicy.Request.self, #"{"tenantId": "t", "targetProjectId": "p"}"#) {
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(GetRecaptchaParameters.Request.self, #"{"tenantId": "t", "targetProjectId": "p"}"#) {
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
    }

    // What a configuration has, an update can change, but for what the service alone decides.
    @Test func `an update takes every member of a configuration that is not the service's`() {
        let shown = Set(MessageShape.members(of: ProjectConfig.self))
        let taken = Set(MessageShape.members(of: UpdateProjectConfig.Request.self))
        #expect(shown.subtracting(taken) == ["name", "subtype", "defaultHostingSite"])
        #expect(taken.subtracting(shown) == ["updateMask", "targetProjectId", "unknownMembers"])
    }
}

@Suite("A password policy on the wire")
struct PasswordPolicyWireTests {
    @Test func `that says nothing asks for six characters and is not enforced`() {
        let policy = PasswordPolicy(nil, enforcement: nil, forcesUpgradeOnSignIn: nil)
        #expect(policy == PasswordPolicy())
        #expect(policy.minimumLength == 6 && policy.maximumLength == nil && !policy.isEnforced)
    }

    @Test(
        arguments: [
            (PasswordEnforcement.enforce, true), (.off, false), (PasswordEnforcement(rawValue: "enforce"), false),
            (PasswordEnforcement(rawValue: "ENFORCEMENT_STATE_UNSPECIFIED"), false),
        ]
    )
    func `is enforced by its name alone`(_ state: PasswordEnforcement, _ isEnforced: Bool) {
        #expect(PasswordPolicy(nil, enforcement: state, forcesUpgradeOnSignIn: true).isEnforced == isEnforced)
    }

    // One rule a row, so that two rules that are mixed up are found.
    @Test(
        arguments: [
            (#"{"minPasswordLength": 6, "containsLowercaseCharacter": true}"#, "SECRET1!", "secret"),
            (#"{"minPasswordLength": 6, "containsUppercaseCharacter": true}"#, "secret1!", "SECRET"),
            (#"{"minPasswordLength": 6, "containsNumericCharacter": true}"#, "Secret!", "123456"),
            (#"{"minPasswordLength": 6, "containsNonAlphanumericCharacter": true}"#, "Secret1", "!!!!!!"),
            (#"{"minPasswordLength": 8}"#, "Secret1", "Secret12"),
            (#"{"minPasswordLength": 6, "maxPasswordLength": 8}"#, "Secret123", "Secret12"),
        ]
    )
    func `keeps its meaning in both directions`(_ json: String, _ refused: String, _ accepted: String) throws {
        let options = try message(PasswordStrengthOptions.self, json)
        let policy = PasswordPolicy(options, enforcement: .enforce, forcesUpgradeOnSignIn: false)
        #expect(!policy.validate(refused).isValid)
        #expect(policy.validate(accepted).isValid)
        #expect(try JSON.value(of: PasswordStrengthOptions(policy)) == JSON.parse(Array(json.utf8)))
    }

    @Test func `does not mention the rules that it does not have`() throws {
        #expect(try JSON.value(of: PasswordStrengthOptions(PasswordPolicy())) == ["minPasswordLength": 6])
        let denied = try message(PasswordStrengthOptions.self, #"{"containsNumericCharacter": false}"#)
        let policy = PasswordPolicy(denied, enforcement: .enforce, forcesUpgradeOnSignIn: true)
        #expect(policy.forcesUpgradeOnSignIn)
        #expect(try JSON.value(of: PasswordStrengthOptions(policy)) == ["minPasswordLength": 6])
    }
}
