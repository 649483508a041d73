/// A device's browser and system by its own account, each with its version, such as "Chrome 141"
/// and "Android 15": so that a person can recognise it.
package struct DeviceAgent: Sendable, Hashable {
  package let browser: String?
  package let system: String?

  package static let unknown = DeviceAgent(browser: nil, system: nil)

  /// Characters of a name with its version, all of ASCII.
  static let limit = 60

  init(browser: String?, system: String?) {
    self.browser = browser.flatMap(Self.shown)
    self.system = system.flatMap(Self.shown)
  }

  /// Reads a browser's `User-Agent` (RFC 9110, section 10.1.5): the first known name, since
  /// browsers also name their ancestors; for a program, its own name.
  ///
  /// - Parameter userAgent: anything; only its first kilobyte is read.
  package init(userAgent: String) {
    let text = String(userAgent.prefix(1_024))
    func version(after mark: String, parts: Int) -> String {
      guard let range = text.firstRange(of: mark) else { return "" }
      let digits = text[range.upperBound...].prefix {
        $0.isASCII && $0.isNumber || "._".contains($0)
      }
      let numbers = digits.split { "._".contains($0) }.prefix(parts)
      let version = numbers.map { $0.prefix(4) }.joined(separator: ".")
      return version.isEmpty ? "" : " \(version)"
    }
    let browser = Self.browsers.first { text.contains($0.mark) }.map { known in
      known.name + version(after: known.versionMark ?? known.mark, parts: 1)
    }
    let system = Self.systems.first { text.contains($0.mark) }.map { known in
      known.name + (known.versionMark.map { version(after: $0, parts: known.parts) } ?? "")
    }
    let program = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0)) }
    let name = program.prefix(40).split(separator: "/").prefix(2).joined(separator: " ")
    self.init(browser: browser ?? (name.isEmpty ? nil : name), system: system)
  }

  /// The two without their versions.
  package var names: (browser: String?, system: String?) {
    func bare(_ text: String?) -> String? {
      text.map { text in
        String(text.prefix { !$0.isNumber }).trimmingSuffix { " ,/".contains($0) }
      }
    }
    return (bare(browser), bare(system))
  }

  private struct Known {
    let mark: String
    let name: String
    /// What the version follows; nil where that is the mark itself, or for a system where it says none.
    var versionMark: String?
    var parts = 1
  }

  private static let browsers = [
    Known(mark: "KAKAOTALK", name: "KakaoTalk", versionMark: "KAKAOTALK "),
    Known(mark: "NAVER(", name: "Naver", versionMark: "; "),
    Known(mark: "Whale/", name: "Whale"), Known(mark: "SamsungBrowser/", name: "Samsung Internet"),
    Known(mark: "EdgA/", name: "Edge"), Known(mark: "EdgiOS/", name: "Edge"),
    Known(mark: "Edg/", name: "Edge"), Known(mark: "OPR/", name: "Opera"),
    Known(mark: "Vivaldi/", name: "Vivaldi"), Known(mark: "FxiOS/", name: "Firefox"),
    Known(mark: "Firefox/", name: "Firefox"), Known(mark: "CriOS/", name: "Chrome"),
    Known(mark: "HeadlessChrome/", name: "Chrome"), Known(mark: "Chrome/", name: "Chrome"),
    Known(mark: "Safari/", name: "Safari", versionMark: "Version/"),
  ]

  /// Some say a version for ever that they had long ago: then none is shown.
  private static let systems = [
    Known(mark: "iPhone", name: "iPhone, iOS", versionMark: "iPhone OS ", parts: 2),
    Known(mark: "iPad", name: "iPad, iOS", versionMark: "CPU OS ", parts: 2),
    Known(mark: "Android", name: "Android", versionMark: "Android "),
    Known(mark: "Windows", name: "Windows"), Known(mark: "Macintosh", name: "macOS"),
    Known(mark: "CrOS", name: "ChromeOS"), Known(mark: "Linux", name: "Linux"),
  ]

  /// What may be shown of a text that was stored; nil for nothing.
  private static func shown(_ text: String) -> String? {
    let shown = text.prefix(limit).filter { $0.isASCII && $0 >= " " && $0 != "\u{7F}" }
    return shown.isEmpty ? nil : shown
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
