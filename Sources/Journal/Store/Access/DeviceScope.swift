import GRDB

/// What a device may do; the names are those in the database and on the command line.
package enum DeviceScope: String, Sendable, Hashable, CaseIterable, DatabaseValueConvertible {
  /// See everything, change nothing.
  case read
  /// Post, and see nothing but that it worked.
  case post
  case all

  /// Whether it includes a needed scope.
  package func allows(_ needed: DeviceScope) -> Bool { self == .all || self == needed }

  /// The scopes that include this one.
  package var enough: [DeviceScope] { Self.allCases.filter { $0.allows(self) } }
}

/// How a device got in, by its name in the database.
package enum DeviceEntry: String, Sendable, Hashable, CaseIterable, DatabaseValueConvertible {
  /// By a link that paired it.
  case link
  case passkey
  /// By the word of another server (OpenID Connect).
  case account
  /// A program's, made by its owner.
  case token
}
