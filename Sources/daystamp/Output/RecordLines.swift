import Shell

/// What is to be told of one photo of a run: counted, for people, and for programs.
struct RecordLines {
  let outcome: Tally.Outcome
  /// Lines on standard error.
  var people: [String] = []
  /// A line on standard output, where programs and pipes read.
  var output: String?
  /// What the program exits with where it failed.
  var status = ExitStatus.failure
}
