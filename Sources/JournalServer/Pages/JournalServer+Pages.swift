import Store
import CaptureTime
import Foundation
import Hummingbird
import Journal

extension JournalServer {
  /// The pages for people.
  func addPages(to routes: Routes) {
    addAssets(to: routes)
    addMonthPage(to: routes)
    addYearPage(to: routes)
    addDayPage(to: routes)
    addPostPage(to: routes)
    addPostForms(to: routes)
    addNewPage(to: routes)
    addPostsPage(to: routes)
    addSearchPage(to: routes)
    addMemoriesPage(to: routes)
    addStatisticsPage(to: routes)
    addTrashPage(to: routes)
    addSettingsPage(to: routes)
    addSettingsForms(to: routes)
    addPINForm(to: routes)
  }

  /// The day that it is now by an owner's clock.
  func today(_ settings: JournalSettings) -> CivilDate {
    settings.rule.day(of: self.settings.now())
  }
}

extension ServerContext {
  /// A parameter of the path.
  ///
  /// - Throws: ``Problem`` where `read` makes nothing of it: there is no such page.
  func parameter<Value>(_ name: String, _ read: (String) -> Value?) throws -> Value {
    guard let value = parameters.get(name).flatMap({ read(String($0)) }) else {
      throw Problem(.notFound, "no-page", "There is no such page.")
    }
    return value
  }
}

extension Month {
  /// The month that a text such as "2024-01" names.
  init?(path text: String) {
    guard let month = try? Month.parse(text) else { return nil }
    self = month
  }
}
