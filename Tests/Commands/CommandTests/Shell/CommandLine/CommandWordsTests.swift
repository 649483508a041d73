import ArgumentParser
import Testing

@testable import Shell

@Suite("The words of a command line")
struct CommandWordsTests {
  /// A command with options of every kind.
  struct Paint: ParsableCommand {
    @Argument var files: [String] = []
    @Option(name: [.short, .long], completion: .file()) var output: String?
    @Option var size: Int?
    @Option(parsing: .unconditional) var text: String?
    @Option(name: .customLong("tag")) var tags: [String] = []
    @Flag(name: [.short, .long]) var quiet = false
    @Flag(name: [.customShort("0"), .customLong("null")]) var isNull = false
  }

  struct Tool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "tool", subcommands: [Paint.self, Group.self])
  }

  struct Group: ParsableCommand {
    static let configuration = CommandConfiguration(
      subcommands: [Show.self, Add.self], defaultSubcommand: Show.self)
  }

  struct Show: ParsableCommand {}
  struct Add: ParsableCommand {}

  @Test(
    "are of options whose table has each one's long name, whether it is a flag, repeated, a path")
  func options() throws {
    let table = try #require(ArgumentTable(of: Paint.self))
    #expect(table.longNames == ["output", "size", "text", "tag", "quiet", "null"])
    let (output, size) = (table.entry(named: "--output"), table.entry(named: "--size"))
    #expect(output?.isPath == true && size?.isPath == false)
    #expect(table.entry(named: "--tag")?.isRepeating == true && size?.isRepeating == false)
    #expect(table.entry(named: "--quiet")?.kind == .flag && output?.kind == .option)
    #expect(table.entry(named: "-o")?.long == "output" && table.entry(named: "--files") == nil)
  }

  @Test(
    "give options, as ArgumentParser reads them",
    arguments: [
      ([], []), (["a", "b"], []), (["--size", "3"], ["size"]), (["--size=3"], ["size"]),
      (["-o", "x", "a"], ["output"]), (["-ox"], ["output"]), (["-q0"], ["quiet", "null"]),
      (["-qo", "--size"], ["quiet", "output", "size"]), (["--text", "--quiet"], ["text"]),
      (["--text=--quiet", "--tag", "-q"], ["text", "tag", "quiet"]), (["--", "--size", "3"], []),
      (["--unknown", "--size", "1"], ["size"]), (["-x", "-q"], ["quiet"]), (["-"], []),
    ] as [([String], Set<String>)])
  func given(arguments: [String], names: Set<String>) throws {
    #expect(CommandWords(arguments, of: Paint.self)?.given == names)
    let command = try? Paint.parse(arguments)
    guard let command else { return }
    #expect((command.output != nil) == names.contains("output"))
    #expect((command.size != nil) == names.contains("size"))
    #expect((command.text != nil) == names.contains("text"))
    #expect(command.quiet == names.contains("quiet") && command.isNull == names.contains("null"))
  }

  @Test(
    "name a command, by default one below it",
    arguments: [
      (["paint", "x"], ["tool", "paint"], 1), (["group", "add"], ["tool", "group", "add"], 2),
      (["group", "--x"], ["tool", "group", "show"], 1), (["other"], ["tool"], 0), ([], ["tool"], 0),
      (["paint", "group"], ["tool", "paint"], 1),
    ] as [([String], [String], Int)])
  func named(arguments: [String], names: [String], count: Int) throws {
    let words = try #require(CommandWords(arguments, of: Tool.self))
    #expect(words.commands.map { $0.typedName } == names && words.nameCount == count)
  }
}
