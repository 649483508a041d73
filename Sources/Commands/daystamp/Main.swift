import PhotoCommands

#if Journal
  import JournalCommands
#endif

@main
enum Main {
  @MainActor static func main() async {
    #if Journal
      await Daystamp.runProgram()
    #else
      await PhotoProgram.runProgram()
    #endif
  }
}
