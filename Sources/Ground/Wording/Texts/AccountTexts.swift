extension ErrorTexts {
  /// Accounts of other servers, and signing in by them.
  static let accounts: [String: ErrorText] = [
    "account": .init("there cannot be such an account", "그런 계정은 있을 수 없습니다."),
    "account.incomplete": .init(
      "“{observed}” is not an issuer, a blank, and what the issuer knows somebody by"),
    "account.issuer": .init(
      "“{observed}” is not an issuer: that is an address which begins with https://, as its discovery "
        + "document has it"),
    "account.subject": .init(
      "“{observed}” is not a subject: it has 1 to 255 characters in one line"),
    "account.email": .init("“{observed}” is not an e-mail address"),
    "account-linked": .init(
      "this account is linked with an owner already", "이미 연결된 계정입니다."),
    "too-many-accounts": .init("there are too many of them", "너무 많습니다."),
    "too-many-accounts.linked": .init(
      "there are {limit} accounts linked, as many as an owner can have",
      "연결된 계정이 {limit}개 있어서 더 연결할 수 없습니다."),
    "too-many-accounts.owners": .init(
      "there are {limit} owners here; signing in makes no more",
      "일기 주인이 {limit}명이어서 로그인으로는 더 만들 수 없습니다."),
    "no-account": .init(
      "no such account is linked", "그런 계정은 연결되어 있지 않습니다.",
      hint: "; daystamp owner accounts lists those that are"),
    "sign-in": .init("signing in failed", "로그인하지 못했습니다."),
    "sign-in.over": .init(
      "this sign-in is over, or was begun in another browser; begin again",
      "끝난 로그인이거나 다른 브라우저에서 시작한 로그인입니다. 다시 시작해 주세요."),
    "sign-in.other-issuer": .init(
      "the answer is not that of the server where you were to sign in; begin again",
      "로그인할 서버에서 온 응답이 아닙니다. 다시 시작해 주세요."),
    "sign-in.denied": .init(
      "the other server did not sign you in ({reason})",
      "상대 서버가 로그인을 허락하지 않았습니다({reason})."),
    "sign-in.refused": .init(
      "the other server did not confirm this sign-in; begin again",
      "상대 서버가 로그인을 확인해 주지 않았습니다. 다시 시작해 주세요."),
    "sign-in.no-answer": .init(
      "the other server does not answer as it should; try again later",
      "상대 서버가 제대로 응답하지 않습니다. 나중에 다시 시도해 주세요."),
    "sign-in.address": .init(
      "open the journal at {address} to link an account",
      "계정을 연결하려면 {address} 주소로 일기를 열어 주세요."),
    "account-unknown": .init(
      "the account is linked with no journal", "일기에 연결되어 있지 않은 계정입니다."),
    "account-unknown.subject": .init(
      "the account {subject} of {issuer} is linked with no journal",
      "일기에 연결되어 있지 않은 계정입니다: {issuer}의 {subject}."),
  ]
}
