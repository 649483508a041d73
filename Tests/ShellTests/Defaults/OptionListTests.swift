import ArgumentParser
import Testing

@testable import Shell

@Suite("A list of options")
struct OptionListTests {
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

  @Test("has the long name of each, whether it is a flag, may be repeated or is a path")
  func options() throws {
    let list = OptionList(Paint.self)
    #expect(list.names == ["output", "size", "text", "tag", "quiet", "null"])
    #expect(list.option("output")?.isPath == true && list.option("size")?.isPath == false)
    #expect(list.option("tag")?.isRepeating == true && list.option("size")?.isRepeating == false)
    #expect(list.option("quiet")?.kind == .flag && list.option("output")?.kind == .option)
    #expect(list.option("files") == nil && list.option("o") == nil)
  }

  @Test(
    "tells which of them arguments give, as ArgumentParser reads them",
    arguments: [
      ([], []), (["a", "b"], []), (["--size", "3"], ["size"]), (["--size=3"], ["size"]),
      (["-o", "x", "a"], ["output"]), (["-ox"], ["output"]), (["-q0"], ["quiet", "null"]),
      (["-qo", "--size"], ["quiet", "output"]), (["--text", "--quiet"], ["text"]),
      (["--text=--quiet", "--tag", "-q"], ["text", "tag"]), (["--", "--size", "3"], []),
      (["--unknown", "--size", "1"], ["size"]), (["-x", "-q"], ["quiet"]), (["-"], []),
    ] as [([String], Set<String>)])
  func given(arguments: [String], names: Set<String>) throws {
    #expect(OptionList(Paint.self).given(in: arguments) == names)
    let command = try? Paint.parse(arguments)
    guard let command else { return }
    #expect((command.output != nil) == names.contains("output"))
    #expect((command.size != nil) == names.contains("size"))
    #expect((command.text != nil) == names.contains("text"))
    #expect(command.quiet == names.contains("quiet") && command.isNull == names.contains("null"))
  }

  @Test(
    "is that of the command which the first arguments name",
    arguments: [
      (["paint", "x"], "paint", "paint", 1, true), (["group", "add"], "add", "group", 2, false),
      (["group", "--x"], "show", "group", 1, false), (["other"], "tool", nil, 0, false),
      ([], "tool", nil, 0, false), (["paint", "group"], "paint", "paint", 1, true),
    ] as [([String], String, String?, Int, Bool)])
  func named(arguments: [String], name: String, first: String?, length: Int, isFirst: Bool) {
    let command = NamedCommand(arguments, of: Tool.self)
    #expect(command.command._commandName == name && command.first == first)
    #expect(command.length == length && command.isFirst == isFirst)
  }
}
