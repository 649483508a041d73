import ArgumentParser
import Journal
import Shell
import Wording

/// Where a command's caption comes from: the command line, standard input, or an editor.
struct CaptionInput {
  /// What is given with `--caption`; "-" is for standard input.
  let typed: String?
  /// Whether the editor is to be opened, on what is there already.
  let edits: Bool

  /// The caption that stands on the command line; nil where none does.
  ///
  /// - Throws: `ValidationError`.
  func given() throws -> Caption? {
    guard let typed, typed != "-" else { return nil }
    return try Wording.checking("--caption", typed) { try Caption(RawArguments.text($0)) }
  }

  /// Whether it is only known once the command runs.
  var isToCome: Bool { edits || isStandardInput }

  private var isStandardInput: Bool { typed == "-" }

  /// Checks what can be told before the command runs.
  ///
  /// - Parameter isInputTaken: whether standard input is read for something else.
  /// - Throws: `ValidationError`.
  func check(isInputTaken: Bool = false) throws {
    _ = try given()
    if isStandardInput, edits { throw ValidationError(Wording.captionBothWays) }
    if isStandardInput, isInputTaken { throw ValidationError(Wording.inputTakenTwice) }
  }

  /// Gets the caption and does work with it, as `Draft.write(_:work:)` does where it is edited.
  ///
  /// - Parameters:
  ///   - current: the one that there is, which the editor shows where no other is given.
  ///   - work: takes the caption; nil where none is given, or the one that there is stays.
  /// - Returns: what the work gives.
  /// - Throws: `CaptionError`, `StandardInputError`, `DraftError`, and what the work throws.
  func take(
    over current: Caption, work: (Caption?) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    if isStandardInput { return try await work(Caption(StandardInput.text())) }
    let given = try given()
    guard edits else { return try await work(given) }
    return try await Draft.write((given ?? current).text) { text in
      let caption = try Caption(text)
      if caption.isEmpty { throw DraftError.empty }
      return try await work(caption == current ? nil : caption)
    }
  }
}
