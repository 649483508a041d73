extension FeedWords {
  /// The texts of a calendar entry, in the owner's language.
  ///
  /// - Parameters:
  ///   - subject: what it is about.
  ///   - language: in which.
  ///   - base: how browsers reach the server; nil for no link.
  package init(_ subject: FeedSubject, in language: ReminderLanguage, at base: BaseAddress?) {
    let words = NoticeWords(language)
    func entry(_ title: String, _ description: String = "", _ path: String) -> FeedWords {
      let link = base.map { $0.text + path }
      // Calendars that show no links show descriptions.
      let lines = [description, link ?? ""].filter { !$0.isEmpty }
      return FeedWords(title: title, description: lines.joined(separator: "\n"), link: link)
    }
    self =
      switch subject {
      case .person(let number, let name, let due, let isOverdue):
        entry(
          words("Get in touch with \(name)", "\(name)에게 연락하기"),
          isOverdue
            ? words("Due since \(due)", "\(due)부터 연락할 때입니다")
            : words("Due on \(due)", "\(due)에 연락할 때입니다"), "/people/\(number)")
      case .morning(let day):
        entry(words("Morning page", "아침 글"), "", "/new?day=\(day)&morning=1")
      case .reading(let plan, _, let portions, let count):
        entry(
          words("Read: \(plan)", "읽기: \(plan)"),
          (portions + (count > portions.count ? ["…"] : [])).joined(separator: "\n"), "/due")
      case .birthday(let number, let name, let year):
        entry(
          words("\(name)’s birthday", "\(name)의 생일") + (year.map { " (\($0))" } ?? ""), "",
          "/people/\(number)")
      case .day(let number, let name, let title, let year):
        entry("\(name): \(title)" + (year.map { " (\($0))" } ?? ""), "", "/people/\(number)")
      case .somethingDue: FeedWords(title: words("Something is due", "할 일이 있습니다"))
      case .somethingYearly: FeedWords(title: words("A day to remember", "기억할 날"))
      }
  }
}
