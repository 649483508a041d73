import CaptureTime
import Journal
import Store

/// The texts about the tokens of programs.
struct TokenTexts {
  let rule: DayRule
  let words: Words

  func content(of token: Device) -> PageContent {
    let scope = words("scope-\(token.scope.rawValue)")
    let ends = words("tokenEnds", ["day": words.short(rule.day(of: token.ends))])
    return [
      "id": token.id, "name": token.name.text, "scopeName": scope,
      "facts": [scope, ends].joined(separator: " · "),
      "seen": token.isUnused
        ? words("notUsedYet")
        : words("seenOn", ["day": words.short(rule.day(of: token.lastSeen))]),
      "postsLocked": token.postsWhileLocked,
    ]
  }

  /// The section of the settings, with the form that makes another.
  func section(_ devices: [Device]) -> PageContent {
    let tokens = devices.filter { $0.entry == .token }
    return [
      "tokens": tokens.map(content), "hasTokens": !tokens.isEmpty,
      "tokenNameLimit": DeviceName.limit, "tokenDays": NewToken.usualDays,
      "tokenLeastDays": NewToken.days.lowerBound, "tokenMostDays": NewToken.days.upperBound,
      "tokenScopes": DeviceScope.allCases.map {
        Choice.content($0.rawValue, words("scope-\($0.rawValue)"), isChosen: $0 == .read)
      },
    ]
  }
}
