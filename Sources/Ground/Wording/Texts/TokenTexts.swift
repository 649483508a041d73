extension ErrorTexts {
  /// What a device may do, and tokens.
  static let tokens: [String: ErrorText] = [
    "scope": .init("this device may not do this", "이 기기로는 할 수 없는 일입니다."),
    "scope.needed": .init(
      "the scope “{scope}” is not enough for this; these are: {needed}",
      "“{scope}” 범위로는 할 수 없습니다. 할 수 있는 범위: {needed}"),
    "scope.morning-page": .init(
      "a morning page is written only by a device that sees whether the day has one already",
      "아침 글은 그날 글이 이미 있는지 볼 수 있는 기기로만 쓸 수 있습니다."),
    "key-used.own": .init(
      "this device posted something else under this key",
      "이 기기가 같은 키로 다른 것을 이미 올렸습니다."),
    "token": .init("there can be no such token", "그런 토큰은 만들 수 없습니다."),
    "token.days": .init(
      "a token is good for {least} to {most} days, not {days}",
      "토큰은 {least}일에서 {most}일까지 쓸 수 있습니다. {days}일로는 만들 수 없습니다."),
    "token.posts-nothing": .init(
      "the scope “{scope}” posts nothing, and nothing while the journal is locked",
      "“{scope}” 범위로는 글을 올릴 수 없어, 일기가 잠겨 있을 때도 올릴 수 없습니다."),
  ]
}
