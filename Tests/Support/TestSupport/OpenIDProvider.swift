/// oidc-provider-mock, an OpenID provider which knows nothing of this project; it ends with the object.
package struct OpenIDProvider: Sendable {
  package static let module = "oidc_provider_mock"
  package static let note = "needs oidc-provider-mock"

  /// What it said in the place of its port.
  package struct Unstarted: Error {
    package let error: String
  }

  package let port: Int
  package var address: String { "http://127.0.0.1:\(port)" }
  private let program: RunningProgram

  /// - Parameter place: that of the program.
  /// - Throws: ``Unstarted``.
  package init(as place: RunningProgram.Place = .companion) async throws {
    let python = await Python.interpreter(with: Self.module) ?? "python3"
    program = try await RunningProgram(
      "/usr/bin/env", [python, Checkout.fixture("provider.py")], as: place)
    let printed = await program.output.wait(for: "\n") ?? ""
    guard let port = Int(printed.split(separator: "\n").first ?? "") else {
      throw Unstarted(error: program.error.text)
    }
    self.port = port
  }
}
