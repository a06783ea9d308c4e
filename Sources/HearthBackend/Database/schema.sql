CREATE TABLE account_counts (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    accounts INTEGER NOT NULL,
    with_second_factor INTEGER NOT NULL, -- of these accounts
    PRIMARY KEY (project, tenant)
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    id TEXT NOT NULL,
    email TEXT,
    email_verified INTEGER NOT NULL, -- a reader of the mailbox has proved the address
    email_claimed INTEGER NOT NULL, -- that reader is known to hold the credentials too
    email_link INTEGER NOT NULL, -- a mailed link signs in
    initial_email TEXT, -- before the first change
    display_name TEXT,
    photo_url TEXT,
    phone_number TEXT,
    screen_name TEXT,
    password TEXT, -- the hash, in PHC form
    password_updated_at INTEGER, -- moments are milliseconds since 1970
    proved_methods TEXT, -- JSON: the sign-in methods at the last proof of the address
    disabled INTEGER NOT NULL,
    custom_auth INTEGER NOT NULL, -- has signed in with a custom token
    custom_attributes TEXT, -- JSON: the custom claims
    created_at INTEGER,
    last_login_at INTEGER,
    last_refresh_at INTEGER,
    valid_since INTEGER, lists_no_factors INTEGER NOT NULL DEFAULT 0, -- seconds since 1970; tokens issued before are void
    PRIMARY KEY (project, tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE authenticator_drafts (
    digest BLOB PRIMARY KEY, -- of the session that the client keeps
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    account TEXT NOT NULL,
    key BLOB NOT NULL, -- what the app and the backend are to share
    tries INTEGER NOT NULL DEFAULT 0, -- wrong first codes
    expires_at INTEGER -- NULL for never, as all ends
) STRICT, WITHOUT ROWID;

CREATE TABLE authorizations (
    session_digest BLOB PRIMARY KEY, -- of the session that the browser keeps
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    provider TEXT NOT NULL,
    state_digest BLOB NOT NULL, -- of what the provider is given to repeat
    verifier TEXT NOT NULL, -- the proof key of RFC 7636
    redirect TEXT NOT NULL, -- the address to which the user comes back
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE claim_names (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    name TEXT NOT NULL, -- of a custom claim
    account TEXT NOT NULL,
    PRIMARY KEY (project, tenant, name, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE code_failures (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    account TEXT NOT NULL,
    factor TEXT NOT NULL, -- the enrollment whose codes were wrong
    source TEXT NOT NULL, -- the client's network
    failures INTEGER NOT NULL,
    last_failed_at INTEGER NOT NULL,
    PRIMARY KEY (project, tenant, account, factor, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE codes (
    digest BLOB NOT NULL UNIQUE, -- of the code that was mailed; rowid is the order in which codes were issued
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    type TEXT NOT NULL, -- what it allows, in the words of the wire
    email TEXT NOT NULL, -- the mailbox that it proves
    new_email TEXT, -- the address to change to
    account TEXT, -- whose it is; NULL if any reader of the mailbox may use it
    second_factor TEXT, -- the enrollment that it takes away
    methods TEXT, -- JSON: the sign-in methods to which a recovery returns
    code TEXT, -- in the emulator alone, to be listed
    link TEXT, -- in the emulator alone, to be listed
    created_at INTEGER NOT NULL,
    expires_at INTEGER
) STRICT;

CREATE TABLE contacts (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    kind TEXT NOT NULL, -- email, phone, or provider-email for an address that a provider told
    value TEXT NOT NULL, -- the key of an address, or a number
    slot TEXT NOT NULL, -- empty if only one account may have it, and else the account
    account TEXT NOT NULL,
    PRIMARY KEY (project, tenant, kind, value, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE linked_users (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    provider TEXT NOT NULL, -- for example google.com
    user_id TEXT NOT NULL, -- the provider's own identifier of the user
    account TEXT NOT NULL,
    position INTEGER NOT NULL, -- among the account's linked users, in the order in which they were linked
    federated_id TEXT, -- the user's identifier across providers
    email TEXT, -- what the provider told of the user, as is the rest
    display_name TEXT,
    photo_url TEXT,
    screen_name TEXT,
    PRIMARY KEY (project, tenant, provider, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkey_challenges (
    digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    account TEXT, -- in which a passkey is enrolled; NULL for a sign-in
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    id TEXT NOT NULL, -- in base64url
    account TEXT NOT NULL,
    position INTEGER NOT NULL, -- among the account's passkeys, in the order of their enrollment
    name TEXT,
    public_key BLOB, -- COSE; NULL if enrolled without one, as the emulator allows
    sign_count INTEGER NOT NULL,
    PRIMARY KEY (project, tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE password_failures (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    address BLOB NOT NULL, -- the SHA-256 of its key; empty counts all addresses of a client together
    source TEXT NOT NULL, -- the client's network; empty counts all clients of an address together
    failures INTEGER NOT NULL, -- each less than an hour after the one before
    last_failed_at INTEGER NOT NULL,
    PRIMARY KEY (project, tenant, address, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE password_schemes (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    scheme TEXT NOT NULL, -- how imported passwords were hashed, with its cost
    sample TEXT NOT NULL, -- a hash of it that is of no password
    PRIMARY KEY (project, tenant, scheme)
) STRICT, WITHOUT ROWID;

CREATE TABLE pending_credentials (
    digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    profile TEXT NOT NULL, -- JSON: what the provider said of a user who was not let in yet
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pending_sign_ins (
    digest BLOB PRIMARY KEY, -- of the credential that the client keeps
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    account TEXT NOT NULL,
    provider TEXT NOT NULL, -- how the first factor was shown
    claims TEXT, -- JSON: of the session to come
    attributes TEXT, -- JSON: what the provider told beside the user's identity
    tries INTEGER NOT NULL DEFAULT 0, -- wrong codes
    expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE phone_codes (
    session_digest BLOB PRIMARY KEY, -- of the session that the client keeps
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    purpose TEXT NOT NULL, -- sign-in, enrollment or second-factor
    phone_number TEXT NOT NULL,
    account TEXT, -- whose second factor it is about; NULL for a sign-in
    code_digest BLOB NOT NULL, -- an HMAC whose key is the session
    source TEXT, -- the network of the client that asked for it
    session TEXT, -- in the emulator alone, to be listed
    code TEXT, -- in the emulator alone, to be listed
    tries INTEGER NOT NULL DEFAULT 0, -- wrong codes
    created_at INTEGER NOT NULL,
    expires_at INTEGER
) STRICT;

CREATE TABLE phone_proofs (
    digest BLOB PRIMARY KEY,
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    phone_number TEXT NOT NULL, -- whose messages the holder reads
    expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    allows_duplicate_emails INTEGER NOT NULL DEFAULT 0, -- several accounts may have one address
    hides_emails INTEGER, -- unknown addresses look like known ones; NULL leaves it to the profile
    password_policy TEXT, -- JSON: as the project's configuration has it, as are the next two
    recaptcha TEXT,
    blocking_functions TEXT
, settings TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE provider_configs (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    collection TEXT NOT NULL,
    id TEXT NOT NULL, -- for example oidc.staff
    content TEXT NOT NULL, -- JSON, without secrets
    sealed_secrets BLOB, -- JSON, sealed
    revision INTEGER NOT NULL, -- one more with each change
    PRIMARY KEY (project, tenant, collection, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE readiness (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    checked_at INTEGER NOT NULL,
    room BLOB NOT NULL -- as many bytes as a large transaction has
) STRICT;

CREATE TABLE second_factors (
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    account TEXT NOT NULL,
    id TEXT NOT NULL, -- the enrollment's
    position INTEGER NOT NULL, -- among the account's factors, in the order of their enrollment
    name TEXT,
    enrolled_at INTEGER NOT NULL,
    phone_number TEXT, -- to which codes are texted; NULL for an authenticator app
    key BLOB, -- of an authenticator app
    last_step INTEGER NOT NULL, -- of the app's code that was accepted last
    failures INTEGER NOT NULL, -- the app's wrong codes, each less than an hour after the one before
    last_failed_at INTEGER,
    known_source TEXT, -- the network from which the app's last right code came
    PRIMARY KEY (project, tenant, account, id),
    CHECK ((phone_number IS NULL) = (key IS NOT NULL))
) STRICT, WITHOUT ROWID;

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
    digest BLOB PRIMARY KEY, -- of the refresh token
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    account TEXT NOT NULL,
    provider TEXT NOT NULL, -- how the user signed in
    auth_time INTEGER NOT NULL, -- seconds since 1970 at which a credential was proved
    second_factor TEXT, -- its kind, if one was shown
    second_factor_id TEXT, -- its enrollment
    claims TEXT, -- JSON: of the custom token
    attributes TEXT, -- JSON: what the provider told beside the user's identity
    source TEXT, -- the network from which it was started
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL, -- to the minute
    ended_at INTEGER -- kept for a month, so that its client hears why
) STRICT, WITHOUT ROWID;

CREATE TABLE signing_keys (
    id TEXT PRIMARY KEY, -- the kid of the tokens
    kind TEXT NOT NULL DEFAULT 'idToken', -- the tokens that it signs: idToken or sessionCookie
    private_key TEXT NOT NULL, -- PKCS #8 in PEM
    certificate TEXT NOT NULL,
    created_at INTEGER NOT NULL -- the newest signs, all verify
, signs_at_once INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

CREATE TABLE spent_codes (
    digest BLOB PRIMARY KEY, -- of the code that was mailed
    project TEXT NOT NULL,
    tenant TEXT NOT NULL, -- empty for the project itself
    type TEXT NOT NULL, -- what it allowed, in the words of the wire
    email TEXT NOT NULL, -- the mailbox that it proved
    new_email TEXT, -- the address that it changed to
    account TEXT, -- whose it was; NULL if any reader of the mailbox could use it
    second_factor TEXT, -- the enrollment that it took away
    created_at INTEGER NOT NULL,
    spent_at INTEGER NOT NULL, -- kept for a week
    is_renewed INTEGER NOT NULL -- whether its reader was mailed another code in its place
) STRICT, WITHOUT ROWID;

CREATE TABLE tenants (
    project TEXT NOT NULL,
    id TEXT NOT NULL,
    settings TEXT NOT NULL, -- JSON: as the wire has them, without the names
    created_at INTEGER,
    PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE used_tokens (
    digest BLOB PRIMARY KEY, -- of what makes a provider's token unique
    source TEXT, -- the network of the client that used it
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX accounts_bare ON accounts (project, tenant, created_at, id)
WHERE display_name IS NULL AND email IS NULL AND phone_number IS NULL AND custom_auth = 0;

CREATE INDEX accounts_by_custom_token ON accounts (project, tenant, id) WHERE custom_auth = 1;

CREATE INDEX accounts_by_email_link ON accounts (project, tenant, id) WHERE email_link = 1;

CREATE INDEX accounts_by_initial_email ON accounts (project, tenant, initial_email)
WHERE initial_email IS NOT NULL;

CREATE INDEX accounts_by_name ON accounts (project, tenant, display_name, id)
WHERE display_name IS NOT NULL;

CREATE INDEX accounts_by_sign_in ON accounts (project, tenant, last_login_at, id);

CREATE INDEX accounts_disabled ON accounts (project, tenant, id) WHERE disabled = 1;

CREATE INDEX accounts_named ON accounts (project, tenant, created_at, id)
WHERE display_name IS NOT NULL;

CREATE INDEX accounts_named_only ON accounts (project, tenant, id)
WHERE display_name IS NOT NULL AND email IS NULL AND phone_number IS NULL AND custom_auth = 0;

CREATE INDEX accounts_unaddressed ON accounts (project, tenant, created_at, id)
WHERE email IS NULL AND (display_name IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0);

CREATE INDEX accounts_unnamed ON accounts (project, tenant, created_at, id)
WHERE display_name IS NULL AND (email IS NOT NULL OR phone_number IS NOT NULL OR custom_auth <> 0);

CREATE INDEX accounts_unverified ON accounts (project, tenant, created_at, id)
WHERE email IS NOT NULL AND email_verified = 0;

CREATE INDEX authenticator_drafts_by_account ON authenticator_drafts (project, tenant, account);

CREATE INDEX authenticator_drafts_by_end ON authenticator_drafts (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX authorizations_by_end ON authorizations (expires_at);

CREATE INDEX code_failures_by_end ON code_failures (last_failed_at);

CREATE INDEX codes_by_account ON codes (project, tenant, account) WHERE account IS NOT NULL;

CREATE INDEX codes_by_email ON codes (project, tenant, email, type);

CREATE INDEX codes_by_end ON codes (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX linked_users_by_account ON linked_users (project, tenant, account, position);

CREATE INDEX passkey_challenges_by_account ON passkey_challenges (project, tenant, account)
WHERE account IS NOT NULL;

CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);

CREATE INDEX passkeys_by_account ON passkeys (project, tenant, account, position);

CREATE INDEX password_failures_by_end ON password_failures (last_failed_at);

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

CREATE INDEX sessions_by_account ON sessions (project, tenant, account, source);

CREATE INDEX sessions_by_end ON sessions (ended_at) WHERE ended_at IS NOT NULL;

CREATE INDEX spent_codes_by_account ON spent_codes (project, tenant, account);

CREATE INDEX spent_codes_by_end ON spent_codes (spent_at);

CREATE INDEX used_tokens_by_end ON used_tokens (expires_at);

CREATE TRIGGER account_added AFTER INSERT ON accounts
BEGIN
    INSERT INTO account_counts VALUES (NEW.project, NEW.tenant, 1, 0)
    ON CONFLICT (project, tenant) DO UPDATE SET accounts = accounts + 1;
END;

CREATE TRIGGER account_removed AFTER DELETE ON accounts
BEGIN
    UPDATE account_counts SET accounts = accounts - 1
    WHERE project = OLD.project AND tenant = OLD.tenant;
END;

CREATE TRIGGER first_second_factor_added AFTER INSERT ON second_factors
WHEN NOT EXISTS (
    SELECT 1 FROM second_factors
    WHERE project = NEW.project AND tenant = NEW.tenant AND account = NEW.account AND id <> NEW.id
)
BEGIN
    INSERT INTO account_counts
    SELECT NEW.project, NEW.tenant, 0, 0 WHERE NOT EXISTS (
        SELECT 1 FROM account_counts WHERE project = NEW.project AND tenant = NEW.tenant
    );
    UPDATE account_counts SET with_second_factor = with_second_factor + 1
    WHERE project = NEW.project AND tenant = NEW.tenant;
END;

CREATE TRIGGER last_second_factor_removed AFTER DELETE ON second_factors
WHEN NOT EXISTS (
    SELECT 1 FROM second_factors
    WHERE project = OLD.project AND tenant = OLD.tenant AND account = OLD.account
)
BEGIN
    UPDATE account_counts SET with_second_factor = with_second_factor - 1
    WHERE project = OLD.project AND tenant = OLD.tenant;
END;
