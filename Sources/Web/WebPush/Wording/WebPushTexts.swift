package import Wording
import Sending

extension ErrorTexts {
  package static let webPush = ErrorTexts(
    [
      "push": .init("the browser cannot be sent to", "이 브라우저로는 보낼 수 없습니다."),
      "push.public-key": .init(
        "the browser's key is none of P-256", "브라우저의 키가 P-256의 것이 아닙니다."),
      "push.secret": .init(
        "the browser's secret has {bytes} bytes, not 16", "브라우저의 비밀값이 16바이트가 아니라 {bytes}바이트입니다."),
      "push.too-long": .init(
        "the message has {bytes} bytes; it can have {limit}",
        "알림이 {bytes}바이트입니다. {limit}바이트까지 됩니다."),
      "push.own-key": .init(
        "the journal's own key for browsers is damaged: it has {bytes} bytes, or is none of P-256",
        "일기의 브라우저용 키가 손상되었습니다. {bytes}바이트이거나 P-256의 키가 아닙니다."),
      "push.refused": .init(
        "the message cannot be encrypted: {reason}", "알림을 암호화할 수 없습니다: {reason}"),
    ],
    below: [.sending])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .webPush) }
}
