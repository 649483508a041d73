import ArgumentParser
import Journal
import Shell
import Wording

/// A text that a person types for a post, however it comes to a command.
protocol TypedValue: Equatable {
  static var kind: TypedText { get }

  /// - Throws: where it is none; nothing is cut off.
  init(_ typed: String) throws

  var text: String { get }
}

extension TypedValue {
  var isEmpty: Bool { text.isEmpty }
}

extension Caption: TypedValue {
  static let kind = TypedText.caption
}

/// Where a command's text comes from: the command line, standard input, or an editor.
struct TextInput<Value: TypedValue> {
  /// What it is called on the command line, as in "--caption".
  let option: String
  /// What is given there; "-" is for standard input.
  let typed: String?
  /// Whether to open the editor on the existing text.
  let edits: Bool
  /// The command that takes the text from a file.
  let again: KeptCommand

  /// The text that stands on the command line; nil where none does.
  ///
  /// - Throws: `ValidationError`.
  func given() throws -> Value? {
    guard let typed, typed != "-" else { return nil }
    return try Wording.checking(option, typed) { try Value(RawArguments.text($0)) }
  }

  /// Whether it is only known once the command runs.
  var isToCome: Bool { edits || isStandardInput }

  var isStandardInput: Bool { typed == "-" }

  /// Checks what can be told before the command runs.
  ///
  /// - Parameter isInputTaken: whether standard input is read for something else.
  /// - Throws: `ValidationError`.
  func check(isInputTaken: Bool = false) throws {
    _ = try given()
    if isStandardInput, edits { throw ValidationError(Wording.textBothWays(option)) }
    if isStandardInput, isInputTaken { throw ValidationError(Wording.inputTakenTwice) }
  }

  /// Gets the text and does work with it, as `Draft.write(_:_:again:work:)` does where it is edited.
  ///
  /// - Parameters:
  ///   - current: the one that there is, which the editor shows where no other is given.
  ///   - adding: makes of a text that is given the one that is to be there.
  ///   - shown: makes of that what the editor shows.
  ///   - work: takes the text; nil where none is given, or the one that there is stays.
  /// - Returns: what the work gives.
  /// - Throws: errors of the text, `StandardInputError`, `DraftError`, and what the work
  ///   throws.
  func take(
    over current: Value, adding: (Value) throws -> Value = { $0 },
    shown: (String) -> String = { $0 },
    work: (Value?) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    if isStandardInput {
      let text = try StandardInput.text(for: Value.kind)
      func store() async throws -> ExitStatus { try await work(adding(Value(text))) }
      guard StandardInput.isTerminal else { return try await store() }
      return try await Draft.keeping(Value.kind, text, again: again, work: store)
    }
    let given = try given().map(adding)
    guard edits else { return try await work(given) }
    return try await Draft.write(Value.kind, shown((given ?? current).text), again: again) { text in
      let value = try Value(text)
      if value.isEmpty { throw DraftError.empty }
      return try await work(value == current ? nil : value)
    }
  }
}

extension TextInput<Caption> {
  /// The caption of an option `--caption`, or of the editor.
  init(typed: String?, edits: Bool, again: KeptCommand = KeptCommand(["-c", "-"])) {
    self.init(option: "--caption", typed: typed, edits: edits, again: again)
  }
}
