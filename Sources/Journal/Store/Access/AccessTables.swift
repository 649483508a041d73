/// The tables of devices, links, accounts and passkeys.
extension Area {
  /// Version 13: passkeys, accounts of other servers, what a device may do, and what changed all that.
  static let access = """
    -- By which authenticators know an owner: it says nothing of them (WebAuthn Level 3, section 14.6.1).
    CREATE TABLE passkey_user (
      owner INTEGER PRIMARY KEY REFERENCES owner (id) ON DELETE CASCADE,
      handle BLOB NOT NULL UNIQUE CHECK (length(handle) = 32)
    ) STRICT;

    CREATE TABLE passkey (
      -- Never given again, as a device's.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      credential BLOB NOT NULL UNIQUE CHECK (length(credential) BETWEEN 1 AND 1023),
      -- A COSE_Key (RFC 9052, section 7).
      public_key BLOB NOT NULL CHECK (length(public_key) BETWEEN 1 AND 2048),
      -- For which it was made: it is good for no other.
      relying_party TEXT NOT NULL CHECK (length(relying_party) BETWEEN 1 AND 253),
      name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      made INTEGER NOT NULL,
      last_used INTEGER,
      -- What the authenticator counts; 0 where it counts nothing.
      counter INTEGER NOT NULL DEFAULT 0 CHECK (counter BETWEEN 0 AND 4294967295),
      backup_eligible INTEGER NOT NULL DEFAULT 0 CHECK (backup_eligible IN (0, 1)),
      backed_up INTEGER NOT NULL DEFAULT 0 CHECK (backed_up <= backup_eligible AND backed_up IN (0, 1)),
      -- Assertions since the last right one that were wrong.
      failures INTEGER NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 10),
      last_try INTEGER
    ) STRICT;
    CREATE INDEX passkey_by_owner ON passkey (owner);

    -- Who may come in by another server's word (OpenID Connect): by issuer and subject, or, until they
    -- first do, by an e-mail address that the issuer has verified.
    CREATE TABLE account (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 2048),
      subject TEXT CHECK (length(subject) BETWEEN 1 AND 255),
      email TEXT CHECK (length(email) BETWEEN 3 AND 254),
      linked INTEGER NOT NULL,
      last_used INTEGER,
      CHECK (subject IS NOT NULL OR email IS NOT NULL),
      UNIQUE (issuer, subject),
      UNIQUE (issuer, email)
    ) STRICT;
    CREATE INDEX account_by_owner ON account (owner);

    -- How a device came in, what it may do, and whether it may post while the journal is locked.
    ALTER TABLE device ADD COLUMN entry TEXT NOT NULL DEFAULT 'link'
      CHECK (entry IN ('link', 'passkey', 'account', 'token'));
    ALTER TABLE device ADD COLUMN scope TEXT NOT NULL DEFAULT 'all'
      CHECK (scope IN ('read', 'post', 'all'));
    ALTER TABLE device ADD COLUMN posts_locked INTEGER NOT NULL DEFAULT 0
      CHECK (posts_locked IN (0, 1));
    ALTER TABLE device ADD COLUMN passkey INTEGER REFERENCES passkey (id) ON DELETE SET NULL;
    ALTER TABLE device ADD COLUMN account INTEGER REFERENCES account (id) ON DELETE SET NULL;
    -- What its issuer calls the session in which it came in (OpenID Connect Back-Channel Logout 1.0).
    ALTER TABLE device ADD COLUMN provider_session TEXT
      CHECK (length(provider_session) BETWEEN 1 AND 255);

    -- The last event that the device's user was told of.
    ALTER TABLE device ADD COLUMN told INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0);

    -- What changed access, for a year.
    CREATE TABLE access_event (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
      happened INTEGER NOT NULL,
      -- The device, which may be revoked since, and its name; null for the machine itself.
      device INTEGER,
      name TEXT CHECK (length(name) BETWEEN 1 AND 100),
      address TEXT CHECK (length(address) BETWEEN 1 AND 64),
      -- What it was about, such as a passkey's name.
      detail TEXT CHECK (length(detail) BETWEEN 1 AND 200),
      -- How many of one source within an hour it stands for.
      count INTEGER NOT NULL DEFAULT 1 CHECK (count BETWEEN 1 AND 1000000)
    ) STRICT;
    CREATE INDEX access_event_by_owner ON access_event (owner, happened);
    CREATE INDEX access_event_by_kind ON access_event (owner, kind);
    """
}
