CREATE TABLE "accounts" (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    id TEXT NOT NULL,
    email TEXT,
    email_verified INTEGER, -- a reader of the mailbox has proved the address
    email_claimed INTEGER NOT NULL, -- that reader is known to hold the credentials too
    email_link INTEGER, -- a mailed link signs in
    initial_email TEXT, -- before the first change
    display_name TEXT,
    photo_url TEXT,
    phone_number TEXT,
    screen_name TEXT,
    password TEXT, -- the hash, in PHC form
    password_updated_at INTEGER, -- moments are milliseconds since 1970
    providers TEXT, -- JSON: the linked users of identity providers; password and phone follow from the columns
    second_factors TEXT, -- JSON: the enrollments; the keys of apps are in authenticators
    proved_methods TEXT, -- JSON: the sign-in methods at the last proof of the address
    disabled INTEGER NOT NULL,
    custom_auth INTEGER, -- has signed in with a custom token
    custom_attributes TEXT, -- JSON: the custom claims
    created_at INTEGER,
    last_login_at INTEGER,
    last_refresh_at INTEGER,
    valid_since INTEGER, -- seconds since 1970; tokens issued before are void
    PRIMARY KEY (project, tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE "passkeys" (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL, -- in base64url
    account TEXT NOT NULL,
    name TEXT,
    position INTEGER NOT NULL, -- among the account's passkeys, in the order of their enrollment
    public_key BLOB, -- COSE; NULL if enrolled without one, as the emulator allows
    sign_count INTEGER NOT NULL,
    PRIMARY KEY (project, tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE authenticator_drafts (
    digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    account TEXT NOT NULL,
    key BLOB NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE authenticators (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    key BLOB NOT NULL,
    last_step INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    failing_since INTEGER, last_failed_at INTEGER, known_source TEXT,
    PRIMARY KEY (project, tenant, account, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE authorizations (
    session_digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    provider TEXT NOT NULL,
    state_digest BLOB NOT NULL,
    verifier TEXT NOT NULL,
    redirect TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE code_failures (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    account TEXT NOT NULL,
    factor TEXT NOT NULL,
    source TEXT NOT NULL,
    failures INTEGER NOT NULL,
    last_failed_at INTEGER NOT NULL,
    PRIMARY KEY (project, tenant, account, factor, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE codes (
    digest BLOB NOT NULL UNIQUE,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    type TEXT NOT NULL,
    email TEXT NOT NULL,
    new_email TEXT,
    code TEXT,
    link TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
, account TEXT, second_factor TEXT, methods TEXT) STRICT;

CREATE TABLE identities (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    slot TEXT NOT NULL,
    account TEXT NOT NULL,
    PRIMARY KEY (project, tenant, kind, value, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkey_challenges (
    digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    account TEXT,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE password_schemes (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    scheme TEXT NOT NULL,
    sample TEXT NOT NULL,
    PRIMARY KEY (project, tenant, scheme)
) STRICT, WITHOUT ROWID;

CREATE TABLE pending_credentials (
    digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    profile TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pending_sign_ins (
    digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    account TEXT NOT NULL,
    provider TEXT NOT NULL,
    claims TEXT,
    attributes TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE phone_codes (
    session_digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    purpose TEXT NOT NULL,
    phone_number TEXT NOT NULL,
    account TEXT,
    code_digest BLOB NOT NULL,
    session TEXT,
    code TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
, source TEXT) STRICT;

CREATE TABLE phone_proofs (
    digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    phone_number TEXT NOT NULL,
    expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    allows_duplicate_emails INTEGER NOT NULL DEFAULT 0,
    hides_emails INTEGER
, password_policy TEXT, recaptcha TEXT, blocking_functions TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE readiness (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    checked_at INTEGER NOT NULL,
    room BLOB NOT NULL
) STRICT;

CREATE TABLE service_account_keys (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    holder TEXT NOT NULL, -- owner or server
    public_key TEXT NOT NULL, -- PEM
    sealed_key BLOB, -- the private key that the server holds, sealed
    is_uploaded INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE service_accounts (
    email TEXT PRIMARY KEY,
    project TEXT NOT NULL,
    unique_id TEXT NOT NULL UNIQUE,
    display_name TEXT,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL,
    account TEXT NOT NULL,
    provider TEXT NOT NULL,
    auth_time INTEGER NOT NULL,
    second_factor TEXT,
    second_factor_id TEXT,
    claims TEXT,
    attributes TEXT,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL
, ended_at INTEGER) STRICT, WITHOUT ROWID;

CREATE TABLE signing_keys (
    id TEXT PRIMARY KEY,
    private_key TEXT NOT NULL,
    certificate TEXT NOT NULL,
    created_at INTEGER NOT NULL
, kind TEXT NOT NULL DEFAULT 'idToken') STRICT, WITHOUT ROWID;

CREATE TABLE tenants (
    project TEXT NOT NULL,
    id TEXT NOT NULL,
    settings TEXT NOT NULL,
    created_at INTEGER,
    PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE used_tokens (
    digest BLOB PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX accounts_by_initial_email ON accounts (project, tenant, initial_email)
WHERE initial_email IS NOT NULL;

CREATE INDEX authenticator_drafts_by_account ON authenticator_drafts (project, tenant, account);

CREATE INDEX authenticator_drafts_by_end ON authenticator_drafts (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX authorizations_by_end ON authorizations (expires_at);

CREATE INDEX code_failures_by_end ON code_failures (last_failed_at);

CREATE INDEX codes_by_account ON codes (project, tenant, account) WHERE account IS NOT NULL;

CREATE INDEX codes_by_email ON codes (project, tenant, email, type);

CREATE INDEX codes_by_end ON codes (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX passkey_challenges_by_account ON passkey_challenges (project, tenant, account)
WHERE account IS NOT NULL;

CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);

CREATE INDEX passkeys_by_account ON passkeys (project, tenant, account, position);

CREATE INDEX pending_credentials_by_end ON pending_credentials (expires_at);

CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (project, tenant, account);

CREATE INDEX pending_sign_ins_by_end ON pending_sign_ins (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX phone_codes_by_account ON phone_codes (project, tenant, account) WHERE account IS NOT NULL;

CREATE INDEX phone_codes_by_end ON phone_codes (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX phone_codes_by_number ON phone_codes (project, tenant, phone_number, purpose, created_at);

CREATE INDEX phone_codes_by_source ON phone_codes (source, created_at) WHERE source IS NOT NULL;

CREATE INDEX phone_proofs_by_end ON phone_proofs (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX phone_proofs_by_number ON phone_proofs (project, tenant, phone_number);

CREATE INDEX service_accounts_by_project ON service_accounts (project, email);

CREATE INDEX sessions_by_account ON sessions (project, tenant, account);

CREATE INDEX sessions_by_end ON sessions (ended_at) WHERE ended_at IS NOT NULL;

CREATE INDEX used_tokens_by_end ON used_tokens (expires_at);
