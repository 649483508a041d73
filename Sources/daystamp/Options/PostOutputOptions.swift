import ArgumentParser

/// How posts are printed.
struct PostOutputOptions: ParsableArguments {
  @Flag(help: "One JSON object for each post.")
  var json = false

  @Flag(help: "Only the path of each stamped photo.")
  var paths = false

  func validate() throws {
    if json, paths { throw ValidationError("--json and --paths exclude each other.") }
  }
}
