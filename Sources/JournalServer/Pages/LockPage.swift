import Hummingbird
import Store

/// The lock screen's way of saying what was wrong with a PIN: it is shown again with the reason.
enum LockPage {
  /// Kinds of problems that lead back to it.
  static let problems = ["wrong-pin", "wait", "pin-shut", "pin", "changed"]

  /// The path of the lock screen that leads on to a path of this server and tells a problem, if any.
  static func path(to next: String, after problem: Problem? = nil) -> String {
    let problem = problem.map { "problem=\($0.name)&" } ?? ""
    return "/lock?\(problem)next=\(PercentCoding.encoded(next))"
  }

  /// Where to go behind the lock: what is no path of this server leads home.
  static func next(of request: Request) -> String {
    guard let next = try? Query(of: request)["next"],
      next.hasPrefix("/"), !next.hasPrefix("//"), !next.contains("\\"),
      next.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return "/" }
    return next
  }
}

extension Pages {
  /// What the lock screen says in words.
  func lockTexts(_ tries: Tries, at now: Int, _ request: Request) -> PageContent {
    let (words, wait) = (words(for: request), tries.wait(at: now))
    // The reason is one of the known ones; what else is in the address is not shown.
    let problem = (try? Query(of: request)["problem"]).flatMap {
      LockPage.problems.contains($0) ? $0 : nil
    }
    return [
      "problem": problem.map { words("problem-\($0)") }.once,
      "triesLeft": words.count(tries.left, "oneTry", "manyTries"), "mayTry": !tries.isShut,
      "hasWait": wait > 0,
      "waitText": words.count(wait, "oneSecond", "manySeconds"),
    ]
  }
}
