import ArgumentParser

/// How it is printed what a command shows or did.
struct JSONOption: ParsableArguments {
  @Flag(help: "One JSON object.")
  var json = false
}
