import JournalShell
import ArgumentParser
import People
import Shell
import Store
import Wording

/// A person, by what they are called or by number: a whole name comes before a number.
struct NamedPerson: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The person's name, nickname, number, or the beginning of a word in a name.",
      valueName: "person"),
    completion: PersonNames.completion)
  var name: String

  /// The person who is meant; where several may be, the one that is chosen on the terminal.
  ///
  /// - Parameters:
  ///   - journal: the owner's.
  ///   - isDeleted: whether one who is deleted is meant.
  /// - Returns: the person.
  /// - Throws: `PersonError`; the exit code where none was chosen.
  func person(in journal: OwnerJournal, isDeleted: Bool = false) throws -> Person {
    try Self.person(RawArguments.text(name), in: journal, isDeleted: isDeleted)
  }

  /// The one who is deleted of this name; where only one who is not has it, that one, to say so.
  ///
  /// - Throws: `PersonError`; the exit code where none was chosen.
  func deletedPerson(in journal: OwnerJournal) throws -> Person {
    do {
      return try person(in: journal, isDeleted: true)
    } catch let error as PersonError {
      guard case .unknown = error, let person = try? self.person(in: journal) else { throw error }
      return person
    }
  }

  /// The person named by a text, found as in ``person(in:isDeleted:)``.
  static func person(
    _ typed: String, in journal: OwnerJournal, isDeleted: Bool = false
  ) throws -> Person {
    do {
      return try journal.people.person(namedOrNumbered: typed, isDeleted: isDeleted)
    } catch PersonError.ambiguous(_, let people) where Confirmation.isPossible {
      return try chosen(of: people, typed)
    }
  }

  private static func chosen(of people: [Person], _ typed: String) throws -> Person {
    for person in people { Console.say(Wording.choice(person)) }
    let answer = Confirmation.answer(to: Wording.whichPerson(typed))
    let number = Int64(answer.filter { !$0.isWhitespace })
    guard let person = people.first(where: { $0.id == number }) else {
      Console.say(Wording.nothingDone)
      throw ExitStatus.failure.exitCode
    }
    return person
  }
}

/// The names of the journal's people, for a shell that completes one.
enum PersonNames {
  static let completion = CompletionKind.custom { words, _, _ in names(for: words) }

  /// The names, sorted; none where the journal is locked or is not there.
  private static func names(for words: [String]) -> [String] {
    do {
      return try JournalOptions.completing(words, of: Daystamp.self).people.names().values.sorted()
    } catch {
      // Whoever completes a word has not yet asked for anything.
      return []
    }
  }
}
