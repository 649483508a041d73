import Hummingbird
import Store

extension JournalServer {
  /// Sets, changes and takes away the PIN.
  func addPINForm(to routes: Routes) {
    routes.unlocked(.post, "/settings/pin") { request, _, visit in
      let form = try await Form(of: request)
      do {
        try await change(form, visit.device)
      } catch {
        let problem = Problem(error)
        guard problem.status < 500 else { throw problem }
        return .redirect(to: "/settings?problem=\(problem.name)#lock")
      }
      return .redirect(to: "/settings?saved=1#lock")
    }
  }

  private func change(_ form: Form, _ device: Device) async throws {
    let (old, new) = (form.bytes("pin"), form.bytes("new-pin"))
    let again = form.bytes("new-pin-again")
    let action = form["action"]
    let token = try await workers.run { [journals, settings] () -> AccessToken? in
      let lock = try journals.lock(of: device.owner, now: settings.now)
      if action == "off" {
        try lock.remove(PIN(old.span))
        return nil
      }
      let pin = try PIN(new.span)
      guard try PIN.areEqual(pin, PIN(again.span)) else {
        throw Problem(.unprocessableContent, "pins-differ", "The two new PINs differ.")
      }
      try pin.checkStrength()
      if action == "change" {
        try lock.change(PIN(old.span), to: pin)
      } else {
        try lock.set(pin)
      }
      // Who has just typed it need not type it again.
      do {
        return try lock.unlock(pin)
      } catch is LockError {
        // The PIN is the new one all the same, and the lock screen asks for it.
        return nil
      }
    }
    _ = sessions.keep(token, for: device)
  }
}
