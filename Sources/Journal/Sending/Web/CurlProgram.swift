import Foundation
import Glibc
import Subprocess
import SystemPackage

/// Sends with the program `curl`.
package struct CurlProgram: WebSender {
  private let program: String
  private let limit: Duration
  private let resolver: HostResolver
  private let environment: [String: String]

  /// Bytes of status line and header fields that are read at most.
  private static let longestHead = 1 << 14

  /// - Parameters:
  ///   - program: its name in PATH.
  ///   - limit: the time for everything.
  ///   - resolver: what finds the host.
  ///   - environment: what differs from this process's.
  package init(
    program: String = "curl", limit: Duration = .seconds(10), resolver: HostResolver = .system,
    environment: [String: String] = [:]
  ) {
    (self.program, self.limit, self.resolver) = (program, limit, resolver)
    self.environment = environment
  }

  package func post(_ request: WebRequest) async throws(SendingError) -> WebAnswer {
    let end = ContinuousClock.now + limit
    let addresses = try await request.policy.addresses(
      of: request.address, by: resolver, within: limit)
    var last = timedOut(request)
    for address in addresses {
      let left = end - .now
      guard left > .zero else { break }
      switch try await run(request, address, within: left) {
      case .answered(let answer): return answer
      case .notConnected(let error): last = error
      }
    }
    throw last
  }

  private enum Outcome {
    case answered(WebAnswer)
    /// Nothing was sent, so that another address may be tried.
    case notConnected(SendingError)
  }

  private func timedOut(_ request: WebRequest) -> SendingError {
    .timedOut(host: request.address.host, seconds: limit.secondsRoundedUp)
  }

  private func run(
    _ request: WebRequest, _ address: IPAddress, within left: Duration
  ) async throws(SendingError) -> Outcome {
    let run: Run
    do {
      run = try await start(request, address, within: left)
    } catch let error as SendingError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .notInstalled(program: program)
    } catch {
      throw .failed(program: program, status: -1, said: "\(error)")
    }
    if let answer = run.head.answer { return .answered(answer) }
    let host = request.address.host
    guard run.head.count <= Self.longestHead else {
      throw .unreachable(host: host, reason: "more than \(Self.longestHead) bytes of header fields")
    }
    let said = Self.reason(run.said)
    // The statuses that curl(1) lists.
    switch run.status {
    case 7: return .notConnected(.unreachable(host: host, reason: said))
    case 28: throw timedOut(request)
    // It did not understand its options, or could not read its input.
    case 2, 3, 4, 26, 43, 48: throw .failed(program: program, status: run.status, said: said)
    default: throw .unreachable(host: host, reason: said)
    }
  }

  private struct Run: Sendable {
    var head: AnswerHead
    let status: Int
    let said: String
  }

  /// Runs curl until it ends or has printed the head of an answer.
  ///
  /// - Throws: `SubprocessError`, `Errno`, ``SendingError/hung(program:seconds:)``.
  private func start(
    _ request: WebRequest, _ address: IPAddress, within left: Duration
  ) async throws -> Run {
    // Files, which are read whenever the program likes.
    let body = try FileDescriptor.nameless(holding: request.body)
    defer { try? body.close() }
    let options = try FileDescriptor.nameless(
      holding: Array(CurlOptions.text(request, address, body: body, limit: left).utf8))
    // The first option, so that no .curlrc is read.
    let configuration = Configuration(
      program: program, ["-q", "--config", "-"], environment: environment)
    // curl keeps the time itself; this is for one that does not.
    let late = left + .seconds(30)
    let (end, isLate) = await timed(late) {
      let result = try await Subprocess.run(
        configuration, input: .fileDescriptor(options, closeAfterSpawningProcess: true),
        output: .sequence, error: .string(limit: 1 << 16)
      ) { execution in
        var head = AnswerHead()
        for try await part in execution.standardOutput {
          head.add(part.withUnsafeBytes { Array($0) })
          if head.answer != nil || head.count > Self.longestHead { break }
        }
        // It may be at its end already.
        try? execution.send(signal: .kill)
        return head
      }
      return Run(
        head: result.closureResult, status: Self.number(result.terminationStatus),
        said: result.standardError)
    }
    switch end {
    case .success(let run) where run.head.answer != nil || run.status <= 128: return run
    case .failure(let error as SubprocessError) where error.code == .executableNotFound:
      throw error
    case _ where isLate:
      throw SendingError.hung(program: program, seconds: late.secondsRoundedUp)
    default: return try end.get()
    }
  }

  private static func number(_ status: TerminationStatus) -> Int {
    switch status {
    case .exited(let code): Int(code)
    case .signaled(let number): 128 + Int(number)
    }
  }

  /// What curl says first, without its name and number; some errors have lines of advice after it.
  private static func reason(_ said: String) -> String {
    let line = said.split(whereSeparator: \.isNewline).first ?? ""
    return String(line.trimmingPrefix(/curl: (\([0-9]+\) )?/))
  }
}
