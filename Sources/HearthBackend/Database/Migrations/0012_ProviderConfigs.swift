internal import HearthDatabase

extension Migration {
    /// Identity providers that administrators configure while the server runs.
    static let providerConfigs = Migration(
        12,
        "provider configurations",
        [
            """
            CREATE TABLE provider_configs (
                project TEXT NOT NULL,
                tenant TEXT NOT NULL, -- empty for the project itself
                collection TEXT NOT NULL,
                id TEXT NOT NULL, -- for example oidc.staff
                content TEXT NOT NULL, -- JSON, without secrets
                sealed_secrets BLOB, -- JSON, sealed
                revision INTEGER NOT NULL, -- one more with each change
                PRIMARY KEY (project, tenant, collection, id)
            ) STRICT, WITHOUT ROWID
            """
        ]
    )
}
