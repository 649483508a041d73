@testable import Store

@testable import Wording

extension Samples {
  static let accounts: [any Worded] = [
    AccountError.incomplete("x"), AccountError.notIssuer("http://id.example"),
    AccountError.notSubject(""), AccountError.notEmail("mina"), AccountError.linkedAlready,
    AccountError.tooMany(limit: 20), AccountError.noAccount,
    AccountError.unknown(issuer: "https://id.example", subject: "1"),
    AccountError.tooManyOwners(limit: 100),
  ]

  static let passkeys: [any Worded] = [
    PasskeyError.unknown, PasskeyError.known, PasskeyError.tooMany(limit: 20),
    PasskeyError.wrong(Tries(failures: 1, last: 1_750_000_000), wait: 0),
    PasskeyError.noTry(Tries(failures: 5, last: 1_750_000_000), wait: 60),
    PasskeyError.noTry(Tries(failures: 10, last: 1_750_000_000), wait: 0), PasskeyError.copied,
  ]
}
