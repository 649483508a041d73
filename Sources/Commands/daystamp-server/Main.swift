import ServerCommands

@main
enum Main {
  @MainActor static func main() async { await DaystampServer.runProgram() }
}
