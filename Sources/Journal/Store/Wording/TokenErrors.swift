package import Wording

extension TokenError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .days(let days):
      ErrorMessage(
        "token.days",
        [
          "days": .number(days), "least": .number(NewToken.days.lowerBound),
          "most": .number(NewToken.days.upperBound),
        ])
    case .tooMany(let limit): ErrorMessage("token.too-many", ["limit": .number(limit)])
    case .postsNothing(let scope):
      ErrorMessage("token.posts-nothing", ["scope": .text(scope.rawValue)])
    }
  }
}
