import Foundation
package import SystemPackage

extension FilePath {
  /// The path as text and, where it is not UTF-8, also as base64.
  package var forJSON: (text: String, base64: String?) {
    if let text = String(validating: self) { return (text, nil) }
    let bytes = withPlatformString { Data(bytes: $0, count: length) }
    return (String(decoding: self), bytes.base64EncodedString())
  }
}

extension Encodable {
  /// The value as one line of JSON; the program's own values hold nothing that JSON lacks.
  package func jsonLine() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      preconditionFailure("not a value of JSON: \(error)")
    }
  }
}
