internal import HearthWire

extension Routes {
    /// The operations on the configurations of providers.
    static func providerConfigs(_ parts: BackendParts) -> [Handler] {
        let (store, sealer) = (parts.store, parts.sealing.secrets)
        return kind(
            parts,
            CreateOAuthIDPConfig.self,
            GetOAuthIDPConfig.self,
            UpdateOAuthIDPConfig.self,
            DeleteOAuthIDPConfig.self
        ) + [
            Handler(
                ListProviderConfigsEndpoint<ListOAuthIDPConfigs, OAuthIDPConfig>(store: store, sealer: sealer) {
                    page,
                    next in
                    ListOAuthIDPConfigs.Response {
                        $0.oauthIdpConfigs = page
                        $0.nextPageToken = next
                    }
                }
            )
        ]
            + kind(
                parts,
                CreateInboundSAMLConfig.self,
                GetInboundSAMLConfig.self,
                UpdateInboundSAMLConfig.self,
                DeleteInboundSAMLConfig.self
            ) + [
                Handler(
                    ListProviderConfigsEndpoint<ListInboundSAMLConfigs, InboundSAMLConfig>(store: store, sealer: sealer)
                    {
                        page,
                        next in
                        ListInboundSAMLConfigs.Response {
                            $0.inboundSamlConfigs = page
                            $0.nextPageToken = next
                        }
                    }
                )
            ]
            + kind(
                parts,
                CreateDefaultSupportedIDPConfig.self,
                GetDefaultSupportedIDPConfig.self,
                UpdateDefaultSupportedIDPConfig.self,
                DeleteDefaultSupportedIDPConfig.self
            ) + [
                Handler(
                    ListProviderConfigsEndpoint<ListDefaultSupportedIDPConfigs, DefaultSupportedIDPConfig>(
                        store: store,
                        sealer: sealer
                    ) { page, next in
                        ListDefaultSupportedIDPConfigs.Response {
                            $0.defaultSupportedIdpConfigs = page
                            $0.nextPageToken = next
                        }
                    }
                ),
                Handler(ListDefaultSupportedIDPsEndpoint()),
            ]
    }

    /// What all kinds of configuration have alike.
    private static func kind<Create: Operation, Get: Operation, Update: Operation, Delete: Operation>(
        _ parts: BackendParts,
        _ create: Create.Type,
        _ get: Get.Type,
        _ update: Update.Type,
        _ delete: Delete.Type
    ) -> [Handler]
    where
        Create.Response: ProviderConfig, Create.Request == ProviderConfigWrite<Create.Response>,
        Get.Request == ProviderConfigName, Get.Response: ProviderConfig,
        Update.Response: ProviderConfig, Update.Request == ProviderConfigWrite<Update.Response>,
        Delete.Request == ProviderConfigName, Delete.Response == EmptyMessage
    {
        let (store, sealer, isStrict) = (parts.store, parts.sealing.secrets, !parts.policy.believesEveryProvider)
        return [
            Handler(
                CreateProviderConfigEndpoint<Create>(
                    isStrict: isStrict,
                    store: store,
                    sealer: sealer,
                    keys: parts.samlKeys
                )
            ),
            Handler(GetProviderConfigEndpoint<Get>(store: store, sealer: sealer)),
            Handler(
                UpdateProviderConfigEndpoint<Update>(
                    isStrict: isStrict,
                    store: store,
                    sealer: sealer,
                    keys: parts.samlKeys
                )
            ),
            Handler(DeleteProviderConfigEndpoint<Delete, Create.Response>(store: store)),
        ]
    }
}
