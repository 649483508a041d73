package import Wording

extension AccountError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .incomplete(let observed):
      ErrorMessage("account.incomplete", ["observed": .text(observed)])
    case .notIssuer(let observed): ErrorMessage("account.issuer", ["observed": .text(observed)])
    case .notSubject(let observed): ErrorMessage("account.subject", ["observed": .text(observed)])
    case .notEmail(let observed): ErrorMessage("account.email", ["observed": .text(observed)])
    case .linkedAlready: ErrorMessage("account-linked")
    case .tooMany(let limit): ErrorMessage("too-many-accounts.linked", ["limit": .number(limit)])
    case .noAccount: ErrorMessage("no-account")
    case .unknown(let issuer, let subject):
      ErrorMessage(
        "account-unknown.subject", ["issuer": .text(issuer), "subject": .text(subject)])
    case .tooManyOwners(let limit):
      ErrorMessage("too-many-accounts.owners", ["limit": .number(limit)])
    }
  }
}
