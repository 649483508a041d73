import Arrivals
import Foundation
import Store
import Testing
import TestSupport

@testable import Journal
@testable import JournalCommands
import JournalServer
import SecurityKeys
@testable import ServerCommands
import Shell
@testable import Wording

@Suite("Texts of errors")
struct ErrorTextsTests {
  /// Those of all targets.
  private static let texts = ErrorTexts(
    below: [.server, .daystampServer, .journalCommands, .securityKeys, .arrivals])

  private static func message(
    _ key: String, _ values: [String: ErrorMessage.Value] = [:]
  ) -> ErrorMessage {
    ErrorMessage(key, values, in: texts)
  }

  /// A place that was not filled; `{time}` is also what a label's text has in it.
  private static func unfilled(_ text: String) -> [String] {
    text.matches(of: /\{[A-Za-z]+(\|[^}]*)?\}/).map { String($0.0) }.filter { $0 != "{time}" }
  }

  private static func keys(of message: ErrorMessage) -> [String] {
    [message.key]
      + message.values.values.flatMap { value in
        switch value {
        case .message(let message): keys(of: message)
        case .messages(let messages): messages.flatMap(keys)
        case .text, .number, .path, .seconds, .word, .lines: [] as [String]
        }
      }
  }

  /// Keys that the sources name, with the kinds of those.
  private static func named(in folders: [String]) throws -> Set<String> {
    var keys: Set<String> = []
    for folder in folders {
      let path = Checkout.folder.appending(path: "Sources/\(folder)").path
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      // The texts themselves do not count.
      for name in names where name.hasSuffix(".swift") && !name.hasSuffix("Texts.swift") {
        let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        keys.formUnion(text.matches(of: /"([a-z]+(?:[.-][a-z0-9]+)*)"/).map { String($0.1) })
      }
    }
    return keys.union(keys.map { Self.message($0).kind })
  }

  @Test("Every case of every error is said in every place and language, with all its values")
  func rendered() {
    for sample in Samples.all {
      let message = sample.wording
      for key in Self.keys(of: message) {
        #expect(Self.texts.table[key] != nil, "\(key) is not in the table")
      }
      let text = message.commandLine
      #expect(!text.isEmpty && Self.unfilled(text).isEmpty, "\(message.key): \(text)")
      for language in Language.allCases {
        let text = message.sentence(in: language)
        let places = Self.unfilled(text).filter { $0 != "{photoMegabytes}" }
        #expect(places.isEmpty, "\(message.key): \(text)")
        #expect(".?!)".contains(text.last ?? " ") || text.contains(": "), "\(message.key): \(text)")
        let beginsWithValue = Self.texts.forPages(message.key).english.first == "{"
        let whole = ErrorMessage(message.key, message.values, in: Self.texts)
        #expect(text == whole.sentence(in: language), "its target lacks a text")
        #expect(beginsWithValue || text.first?.isLowercase != true, "\(text)")
      }
    }
  }

  @Test("Every text of the table is said by a case, or by the programs themselves")
  func used() throws {
    let said = Set(Samples.all.flatMap { Self.keys(of: $0.wording) })
    let programs = try Self.named(
      in: [
        "Commands/Shell", "Commands/JournalCommands", "Commands/ServerCommands",
        "Web/JournalServer", "Web/WebPush",
      ])
    for key in Self.texts.table.keys.sorted() where key.contains(".") {
      #expect(said.contains(key) || programs.contains(key), "nothing says \(key)")
    }
    let kinds = Set(said.map { Self.message($0).kind }).union(programs)
      .union(SettingKey.allCases.map(\.rawValue))
    for kind in Self.texts.table.keys.sorted() where !kind.contains(".") {
      #expect(kinds.contains(kind), "nothing is \(kind)")
    }
  }

  @Test("Languages tell the same values, and both have a text for what a page may say")
  func languages() {
    func places(_ text: String) -> Set<String> {
      Set(text.matches(of: /\{([A-Za-z]+)(\|[^}]*)?\}/).map { String($0.1) })
    }
    for (key, text) in Self.texts.table {
      #expect(text.english.last != ".", "\(key) is a clause")
      guard let korean = text.korean else { continue }
      #expect(places(korean).isSubset(of: places(text.english)), "\(key)")
      #expect(Self.texts.table[Self.message(key).kind] != nil || key.hasPrefix("tries."), "\(key)")
    }
    for kind in Self.texts.kinds {
      for language in Language.allCases {
        let places = Self.unfilled(Self.message(kind).sentence(in: language))
        #expect(places.filter { $0 != "{photoMegabytes}" }.isEmpty, "\(kind) has no values")
      }
    }
  }

  @Test(
    "Numbers go with their nouns",
    arguments: [
      (0, "0 tries left", "0번 남았습니다."), (1, "1 try left", "1번 남았습니다."),
      (2, "2 tries left", "2번 남았습니다."),
    ])
  func plurals(left: Int, english: String, korean: String) {
    let message = Self.message("tries.left", ["left": .number(left)])
    #expect(message.commandLine == english)
    #expect(message.sentence(in: .english) == "\(english).")
    #expect(message.sentence(in: .korean) == korean)
  }

  @Test("The command line tells what to do there, the pages do not")
  func hints() throws {
    let message = JournalError.postInTrash(number: 3).wording
    #expect(message.commandLine == "post 3 is in the trash; daystamp trash restore 3 restores it")
    #expect(message.sentence(in: .english) == "Post 3 is in the trash.")
    // What names files and options is not for the pages: its kind is.
    let corrupt = JournalError.database(
      DatabaseFailure(kind: .corrupt, code: 11, message: "malformed")
    ).wording
    #expect(corrupt.commandLine.contains("malformed"))
    #expect(
      corrupt.sentence(in: .english) == "The journal cannot be read; see the server’s log.")
  }

  @Test("What others say of their errors is not for the pages", arguments: Language.allCases)
  func foreign(language: Language) {
    struct Secret: Error {}
    let message = SettingError(key: .labelFont, text: "x", reason: Secret()).wording
    #expect(message.commandLine == "label-font x: Secret()")
    #expect(!message.sentence(in: language).contains("Secret"))
  }

  @Test("Limits are those of the types")
  func limits() {
    #expect(
      Self.message("pin").commandLine
        == "a PIN has \(PIN.lengths.lowerBound) to \(PIN.lengths.upperBound) digits")
    #expect(Self.message("caption").sentence(in: .korean).contains("\(Caption.limit)자"))
  }

  @Test("What a file says cannot do anything to a terminal")
  func escaped() {
    let message = Self.message("label.length", ["text": "a\u{1B}[2J\n"])
    #expect(message.commandLine.hasPrefix("“a\\u{1b}[2J\\n” is not a length"))
    let places = Self.message("label.font-missing", ["font": "a", "places": .lines(["b\u{9B}2J"])])
    #expect(places.commandLine.contains("b\\u{9b}2J"))
  }

  @Test("Lines of text, and JSON, hold nothing that a terminal acts on")
  func lines() throws {
    let acting = [0..<0x20, 0x7F..<0xA0, 0x2028..<0x202F, 0x2066..<0x206A]
    let scalars = acting.joined().compactMap { Unicode.Scalar(UInt32($0)) }
    let text = "é비" + String(String.UnicodeScalarView(scalars)) + "\u{200F}"
    func acts(_ text: String, but kept: [Unicode.Scalar]) -> Bool {
      text.unicodeScalars.contains { scalars.contains($0) && !kept.contains($0) }
    }
    // Changes of direction stay, and end where the text does.
    let directing = scalars.filter { $0.value > 0x2029 }
    #expect(!acts(Wording.escaped(text), but: directing))
    #expect(Isolation.closed(Wording.escaped(text)) == Wording.escaped(text))
    #expect(!acts(Wording.lines(text), but: directing + ["\n", "\t"]))
    #expect(Wording.lines("a\u{202E}\nb\u{2066}") == "a\u{202E}\u{202C}\nb\u{2066}\u{2069}")
    #expect(Wording.escaped("a\u{2066}b") == "\u{2068}a\u{2066}b\u{2069}\u{2069}")
    #expect(Wording.escaped("a\u{2069}b") == "ab")
    let marks = String(repeating: "\u{30D}", count: 1_000)
    #expect(Wording.escaped("a" + marks).unicodeScalars.count == 9)
    #expect(Wording.lines("a" + marks).unicodeScalars.count == 9)
    #expect(Wording.lines("é\n\t") == "é\n\t")
    let json = try JSONEncoder().encode([text])
    let line = Wording.json(String(decoding: json, as: UTF8.self))
    #expect(!acts(line, but: []))
    #expect(try JSONDecoder().decode([String].self, from: Data(line.utf8)) == [text])
  }

  @Test(
    "Times are told in their two largest units",
    arguments: [(45, "45 s"), (60, "1 min"), (90, "1 min 30 s"), (28_740, "7 h 59 min")])
  func durations(seconds: Int, text: String) {
    #expect(Wording.duration(seconds) == text)
  }
}
