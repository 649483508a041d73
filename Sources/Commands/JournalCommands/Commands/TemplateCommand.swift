import ArgumentParser
import Files
import Journal
import JournalShell
import Shell
import Store
import SystemPackage
import Texts
import Wording

/// `daystamp template`: words to begin posts with.
struct TemplateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "Keep templates: words that posts start with.",
    discussion: """
      A template is Markdown, of at most \(TemplateWords.limit) characters. daystamp write \
      --template starts with one; so can you on the pages, when you write.

      EXAMPLES
        daystamp template add 'Evening page' evening.md
        daystamp template list
        daystamp template show 'evening page'
        daystamp write --template 'Evening page'
      """,
    subcommands: [
      AddTemplate.self, ListTemplates.self, ShowTemplate.self, RemoveTemplate.self,
    ],
    defaultSubcommand: ListTemplates.self)
}

struct AddTemplate: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a template from a file or standard input.",
    discussion: """
      This replaces the words of an existing template.

      EXAMPLES
        daystamp template add 'Evening page' evening.md
        printf 'Good:\\n\\nHard:\\n' | daystamp template add Short
      """)

  @Argument(help: ArgumentHelp("The template's name.", valueName: "name"))
  var name: String

  @Argument(
    help: ArgumentHelp("The file. Default: standard input.", valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var file: FilePath?

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try TemplateName.argument(name) }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let words = try TemplateWords(text(of: file ?? "-"))
    let (template, isNew) = try journal.templates.set(
      words, as: TemplateName.argument(name), now: Clock.now())
    if output.json {
      Console.print(TemplateDescription(template).jsonLine())
    } else {
      Console.say(Wording.kept(template, isNew: isNew))
    }
    return .success
  }

  private func text(of path: FilePath) throws -> String {
    let file = try CollectionFile(path)
    var bytes: [UInt8] = []
    while true {
      let piece = try file.piece()
      if piece.isEmpty { break }
      bytes += piece
      if bytes.count > Self.mostBytes { throw FileError.tooLarge(path, limit: Self.mostBytes) }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ValidationError(Wording.notUTF8(path))
    }
    return text
  }

  /// More than a template may have, so that the error can say by how much a longer file is too long.
  private static let mostBytes = 1 << 20
}

struct ListTemplates: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the templates, and how they begin.",
    discussion: """
      EXAMPLES
        daystamp template list
        daystamp template list --json | jq -r .name
      """)

  @Flag(help: "One JSON object for each template.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let templates = try journal.templates.all()
    templates.printLines(asJSON: json, { TemplateDescription($0) }) {
      [Wording.oneLine($0.name.text), Wording.firstLine($0.words.text)]
    }
    if templates.isEmpty { Console.say(Wording.noTemplates) }
    return .success
  }
}

struct ShowTemplate: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the words of a template.",
    discussion: """
      EXAMPLES
        daystamp template show 'Evening page' > evening.md
      """)

  @Argument(help: ArgumentHelp("The template's name.", valueName: "name"))
  var name: String

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try TemplateName.argument(name) }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let template = try journal.templates.template(TemplateName.argument(name))
    Console.print(
      output.json
        ? TemplateDescription(template).jsonLine() : Wording.lines(template.words.text))
    return .success
  }
}

struct RemoveTemplate: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a template; its posts stay.",
    discussion: """
      EXAMPLES
        daystamp template remove 'Evening page'
      """)

  @Argument(help: ArgumentHelp("The template's name.", valueName: "name"))
  var name: String

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try TemplateName.argument(name) }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let template = try journal.templates.remove(TemplateName.argument(name))
    Console.say(Wording.removed(template))
    return .success
  }
}

extension TemplateName {
  /// A name that is given on the command line.
  ///
  /// - Throws: `ValidationError`.
  static func argument(_ text: String) throws -> TemplateName {
    try Wording.checking { try TemplateName(RawArguments.text(text)) }
  }
}

extension Wording {
  static let noTemplates = "There are no templates yet; daystamp template add adds one."

  static func kept(_ template: PostTemplate, isNew: Bool) -> String {
    let count = counted(template.words.text.count, "character")
    let name = escaped(template.name.text)
    return "\(isNew ? "Added" : "Changed") the template “\(name)”, \(count)."
  }

  static func notUTF8(_ path: FilePath) -> String { "\(name(path)) is not UTF-8." }

  static func removed(_ template: PostTemplate) -> String {
    "Removed the template “\(escaped(template.name.text))”."
  }
}
