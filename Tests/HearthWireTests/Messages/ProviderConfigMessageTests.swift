import HearthCore
import Testing

@testable import HearthWire

@Suite("Messages about providers' configurations")
struct ProviderConfigMessageTests {
    @Test func `an OpenID provider's configuration stands beside what to do with it`() throws {
        try expectWire(
            ProviderConfigWrite<OAuthIDPConfig>.self,
            """
            {"name": "projects/p/oauthIdpConfigs/oidc.staff", "displayName": "Staff", "enabled": true,
             "clientId": "client", "clientSecret": "secret", "issuer": "https://id.example",
             "responseType": {"idToken": false, "code": true, "token": false}, "oauthIdpConfigId": "oidc.staff",
             "configId": "oidc.staff", "updateMask": "displayName,responseType.code", "tenantId": "t",
             "targetProjectId": "p"}
            """
        ) {
            $0.config = OAuthIDPConfig {
                $0.name = "projects/p/oauthIdpConfigs/oidc.staff"
                $0.displayName = "Staff"
                $0.enabled = true
                $0.clientId = "client"
                $0.clientSecret = "secret"
                $0.issuer = "https://id.example"
                $0.responseType = OAuthIDPConfig.ResponseType {
                    $0.idToken = false
                    $0.code = true
                    $0.token = false
                }
            }
            $0.newID = "oidc.staff"
            $0.configId = "oidc.staff"
            $0.updateMask = "displayName,responseType.code"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
    }

    @Test func `a SAML provider's configuration has both sides`() throws {
        try expectWire(
            ProviderConfigWrite<InboundSAMLConfig>.self,
            """
            {"name": "projects/p/inboundSamlConfigs/saml.corp", "displayName": "Corp", "enabled": false,
             "idpConfig": {"idpEntityId": "https://idp.example", "ssoUrl": "https://idp.example/sso",
             "idpCertificates": [{"x509Certificate": "-----BEGIN CERTIFICATE-----"}], "signRequest": true},
             "spConfig": {"spEntityId": "https://shop.example", "callbackUri": "https://shop.example/__/auth/handler",
             "spCertificates": [{"x509Certificate": "-----BEGIN CERTIFICATE-----",
             "expiresAt": "2036-11-20T12:30:45Z"}]}, "inboundSamlConfigId": "saml.corp", "configId": "saml.corp",
             "updateMask": "enabled", "tenantId": "t", "targetProjectId": "p"}
            """
        ) {
            $0.config = InboundSAMLConfig {
                $0.name = "projects/p/inboundSamlConfigs/saml.corp"
                $0.displayName = "Corp"
                $0.enabled = false
                $0.idpConfig = Self.identityProvider
                $0.spConfig = Self.serviceProvider
            }
            $0.newID = "saml.corp"
            $0.configId = "saml.corp"
            $0.updateMask = "enabled"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
    }

    private static var identityProvider: InboundSAMLConfig.IdentityProvider {
        InboundSAMLConfig.IdentityProvider {
            $0.idpEntityId = "https://idp.example"
            $0.ssoUrl = "https://idp.example/sso"
            $0.idpCertificates = [SAMLCertificate { $0.x509Certificate = "-----BEGIN CERTIFICATE-----" }]
            $0.signRequest = true
        }
    }

    private static var serviceProvider: InboundSAMLConfig.ServiceProvider {
        InboundSAMLConfig.ServiceProvider {
            $0.spEntityId = "https://shop.example"
            $0.callbackUri = "https://shop.example/__/auth/handler"
            $0.spCertificates = [
                SAMLCertificate {
                    $0.x509Certificate = "-----BEGIN CERTIFICATE-----"
                    $0.expiresAt = "2036-11-20T12:30:45Z"
                }
            ]
        }
    }

    @Test func `a provider with a name of its own may need what Apple needs`() throws {
        try expectWire(
            ProviderConfigWrite<DefaultSupportedIDPConfig>.self,
            """
            {"name": "projects/p/defaultSupportedIdpConfigs/apple.com", "enabled": true, "clientId": "client",
             "clientSecret": "secret", "appleSignInConfig": {"bundleIds": ["com.example.app"],
             "codeFlowConfig": {"teamId": "TEAM", "keyId": "KEY", "privateKey": "-----BEGIN PRIVATE KEY-----"}},
             "idpId": "apple.com", "configId": "apple.com", "updateMask": "appleSignInConfig.codeFlowConfig",
             "tenantId": "t", "targetProjectId": "p"}
            """
        ) {
            $0.config = DefaultSupportedIDPConfig {
                $0.name = "projects/p/defaultSupportedIdpConfigs/apple.com"
                $0.enabled = true
                $0.clientId = "client"
                $0.clientSecret = "secret"
                $0.appleSignInConfig = DefaultSupportedIDPConfig.AppleSignIn {
                    $0.bundleIds = ["com.example.app"]
                    $0.codeFlowConfig = DefaultSupportedIDPConfig.AppleSignIn.CodeFlow {
                        $0.teamId = "TEAM"
                        $0.keyId = "KEY"
                        $0.privateKey = "-----BEGIN PRIVATE KEY-----"
                    }
                }
            }
            $0.newID = "apple.com"
            $0.configId = "apple.com"
            $0.updateMask = "appleSignInConfig.codeFlowConfig"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
    }

    @Test func `a new configuration has its name in the query, under a name for each kind`() throws {
        let sent = #"{"oauthIdpConfigId": "oidc.a", "inboundSamlConfigId": "saml.a", "idpId": "google.com"}"#
        #expect(try message(ProviderConfigWrite<OAuthIDPConfig>.self, sent).newID == "oidc.a")
        #expect(try message(ProviderConfigWrite<InboundSAMLConfig>.self, sent).newID == "saml.a")
        #expect(try message(ProviderConfigWrite<DefaultSupportedIDPConfig>.self, sent).newID == "google.com")
    }

    @Test func `a configuration is shown without what to do with it`() throws {
        let shown = try message(
            GetOAuthIDPConfig.Response.self,
            #"{"displayName": "Staff", "configId": "oidc.staff", "updateMask": "x"}"#
        )
        try expectWire(GetOAuthIDPConfig.Response.self, #"{"displayName": "Staff"}"#) { $0 = shown }
    }

    @Test func `configurations are listed under a name for each kind`() throws {
        try expectWire(
            ListOAuthIDPConfigs.Response.self,
            #"{"oauthIdpConfigs": [{"displayName": "Staff"}], "nextPageToken": "oidc.staff"}"#
        ) {
            $0.oauthIdpConfigs = [OAuthIDPConfig { $0.displayName = "Staff" }]
            $0.nextPageToken = "oidc.staff"
        }
        try expectWire(
            ListInboundSAMLConfigs.Response.self,
            #"{"inboundSamlConfigs": [{"displayName": "Corp"}], "nextPageToken": "saml.corp"}"#
        ) {
            $0.inboundSamlConfigs = [InboundSAMLConfig { $0.displayName = "Corp" }]
            $0.nextPageToken = "saml.corp"
        }
        try expectWire(
            ListDefaultSupportedIDPConfigs.Response.self,
            #"{"defaultSupportedIdpConfigs": [{"clientId": "client"}], "nextPageToken": "google.com"}"#
        ) {
            $0.defaultSupportedIdpConfigs = [DefaultSupportedIDPConfig { $0.clientId = "client" }]
            $0.nextPageToken = "google.com"
        }
        try expectWire(
            ListDefaultSupportedIDPs.Response.self,
            #"{"defaultSupportedIdps": [{"idpId": "google.com", "description": "Google"}], "nextPageToken": "n"}"#
        ) {
            $0.defaultSupportedIdps = [
                DefaultSupportedIDP {
                    $0.idpId = "google.com"
                    $0.description = "Google"
                }
            ]
            $0.nextPageToken = "n"
        }
    }

    @Test func `a configuration is named, and a list has a size`() throws {
        try expectWire(
            ProviderConfigName.self,
            #"{"configId": "oidc.staff", "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.configId = "oidc.staff"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            ProviderConfigPaging.self,
            #"{"pageSize": 100, "pageToken": "oidc.a", "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.pageSize = 100
            $0.pageToken = "oidc.a"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(ListDefaultSupportedIDPs.Request.self, #"{"pageSize": 1, "pageToken": "n"}"#) {
            $0.pageSize = 1
            $0.pageToken = "n"
        }
    }
}
