package import Wording

extension SendingError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .onlyByServer: ErrorMessage("sending.only-by-server")
    case .unknownHost(let host): ErrorMessage("sending.unknown-host", ["host": .text(host)])
    case .refusedAddress(let host, let address):
      ErrorMessage("sending.refused-address", ["host": .text(host), "address": .text(address)])
    case .unreachable(let host, let reason):
      ErrorMessage(
        reason.isEmpty ? "sending.unreachable-host" : "sending.unreachable",
        ["host": .text(host), "reason": .text(reason)])
    case .timedOut(let host, let seconds):
      ErrorMessage("sending.timed-out", ["host": .text(host), "seconds": .number(seconds)])
    case .redirected(let host, let status, let location?):
      ErrorMessage(
        "sending.redirected",
        ["host": .text(host), "status": .number(status), "location": .text(location)])
    case .redirected(let host, let status, nil):
      ErrorMessage("sending.redirected-nowhere", ["host": .text(host), "status": .number(status)])
    case .refused(let host, let status):
      ErrorMessage("sending.refused", ["host": .text(host), "status": .number(status)])
    case .gone(let host, let status):
      ErrorMessage("sending.gone", ["host": .text(host), "status": .number(status)])
    case .notInstalled(let program):
      ErrorMessage("sending.not-installed", ["program": .text(program)])
    case .failed(let program, let status, let said):
      ErrorMessage(
        said.isEmpty ? "sending.failed-silently" : "sending.failed",
        ["program": .text(program), "status": .number(status), "said": .text(said)])
    case .broken: ErrorMessage("sending.broken")
    case .overLimit(let mails):
      ErrorMessage("sending.over-limit", ["limit": .number(mails)])
    case .hung(let program, let seconds):
      ErrorMessage("sending.hung", ["program": .text(program), "seconds": .number(seconds)])
    }
  }
}

extension MailAddressError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .empty: ErrorMessage("mail-address.empty")
    case .tooLong(let bytes, let limit):
      ErrorMessage(
        "mail-address.too-long", ["bytes": .number(bytes), "limit": .number(limit)])
    case .character(let character):
      ErrorMessage("mail-address.character", ["character": .text(String(character))])
    case .atSigns(let count): ErrorMessage("mail-address.at-signs", ["count": .number(count)])
    case .local(let text): ErrorMessage("mail-address.local", ["observed": .text(text)])
    case .domain(let text): ErrorMessage("mail-address.domain", ["observed": .text(text)])
    }
  }
}

extension WebAddressError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .tooLong(let bytes, let limit):
      ErrorMessage("web-address.too-long", ["bytes": .number(bytes), "limit": .number(limit)])
    case .notAnAddress: ErrorMessage("web-address.none")
    case .scheme(let scheme?): ErrorMessage("web-address.scheme", ["scheme": .text(scheme)])
    case .scheme(nil): ErrorMessage("web-address.no-scheme")
    case .notSecure(let host): ErrorMessage("web-address.not-secure", ["host": .text(host)])
    case .credentials: ErrorMessage("web-address.credentials")
    case .fragment: ErrorMessage("web-address.fragment")
    case .host(let host): ErrorMessage("web-address.host", ["host": .text(host)])
    case .refusedAddress(let address):
      ErrorMessage("web-address.refused", ["address": .text(address)])
    }
  }
}

extension WebHook.Failure: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .character(let fault, let place):
      ErrorMessage("hook.\(fault.key)", ["place": .number(place)])
    case .tooLong(let bytes):
      ErrorMessage(
        "hook.too-long", ["bytes": .number(bytes), "limit": .number(WebHook.longestToken)])
    case .moreThan(let bytes):
      ErrorMessage(
        "hook.more-than", ["bytes": .number(bytes), "limit": .number(WebHook.longestToken)])
    }
  }
}

extension WebHook.Failure.Fault {
  fileprivate var key: String {
    switch self {
    case .blank: "blank"
    case .lineBreak: "line-break"
    case .control: "control"
    case .foreign: "foreign"
    }
  }
}

extension UserTimerError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .program(let path): ErrorMessage("timer.program", ["path": .text(path)])
    case .foreign(let path): ErrorMessage("timer.foreign", ["path": .path(path)])
    }
  }
}
