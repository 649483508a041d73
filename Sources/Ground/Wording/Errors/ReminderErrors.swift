import Reminders
import Sending
import Store
import WebPush

extension ReminderError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknownSubject(let observed, let known):
      ErrorMessage("reminder.subject", ["observed": .text(observed), "names": .names(known)])
    case .quietHours(let observed):
      ErrorMessage("reminder.quiet-hours", ["observed": .text(observed)])
    case .nothingToDo(let subject):
      ErrorMessage("reminder.nothing-to-do", ["subject": .text(subject.rawValue)])
    case .again(let observed, let expected):
      ErrorMessage(
        "reminder.again",
        [
          "observed": .number(observed), "least": .number(expected.lowerBound),
          "limit": .number(expected.upperBound),
        ])
    case .withinQuietHours(let time, let hours):
      ErrorMessage(
        "reminder.within-quiet-hours",
        ["time": .text(time.description), "hours": .text(hours.description)])
    case .unknownRule(let number):
      ErrorMessage("no-reminder.number", ["number": .number(Int(number))])
    case .ruleExists(let subject, let time):
      ErrorMessage(
        "reminder-exists.time",
        ["subject": .text(subject.rawValue), "time": .text(time.description)])
    case .tooManyRules(let limit):
      ErrorMessage("too-many-reminders.rules", ["limit": .number(limit)])
    case .unknownWay(let number): ErrorMessage("no-way.number", ["number": .number(Int(number))])
    case .wayExists(.desktop): ErrorMessage("way-exists.desktop")
    case .wayExists(let kind): ErrorMessage("way-exists.kind", ["kind": .text(kind.rawValue)])
    case .tooManyWays(let limit): ErrorMessage("too-many-reminders.ways", ["limit": .number(limit)])
    case .unknownFeed(let number): ErrorMessage("no-feed.number", ["number": .number(Int(number))])
    case .tooManyFeeds(let limit):
      ErrorMessage("too-many-reminders.feeds", ["limit": .number(limit)])
    }
  }
}

extension ReminderProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .row(let table, let failure):
      ErrorMessage(
        "found.reminders-row", ["table": .text(table), "detail": .text(failure.message)])
    }
  }
}

extension ReminderSalvageFinding: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .rules(let count): ErrorMessage("salvage.reminders", ["count": .number(count)])
    case .ways(let count): ErrorMessage("salvage.reminder-ways", ["count": .number(count)])
    }
  }
}

extension SendingError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknownHost(let host): ErrorMessage("sending.unknown-host", ["host": .text(host)])
    case .refusedAddress(let host, let address):
      ErrorMessage("sending.refused-address", ["host": .text(host), "address": .text(address)])
    case .unreachable(let host, let reason):
      ErrorMessage("sending.unreachable", ["host": .text(host), "reason": .text(reason)])
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

extension PushError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .publicKey: ErrorMessage("push.public-key")
    case .secret(let bytes): ErrorMessage("push.secret", ["bytes": .number(bytes)])
    case .tooLong(let bytes, let limit):
      ErrorMessage("push.too-long", ["bytes": .number(bytes), "limit": .number(limit)])
    case .ownKey(let bytes): ErrorMessage("push.own-key", ["bytes": .number(bytes)])
    case .refused(let reason): ErrorMessage("push.refused", ["reason": .text(reason)])
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
