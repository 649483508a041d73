import HTTPTypes
import HummingbirdTesting
import Testing

@testable import JournalServer

@Suite("The manual")
struct HelpRoutesTests {
  @Test("is listed page by page, each with its purpose")
  func list() async throws {
    let page = try await PageJournal().visit("/help").text
    #expect(page.contains(#"<a href="/help/sign-in">Sign in</a>"#))
    #expect(page.contains("Why &lt;b&gt;."))
  }

  @Test("has headings with names, links to its other pages, and texts in place of all else")
  func links() async throws {
    let page = try await PageJournal().visit("/help/sign-in").text
    #expect(page.contains(#"<h1 id="sign-in">Sign in</h1>"#))
    #expect(page.contains(#"<h2 id="links--pair">Links &amp; <code>pair</code></h2>"#))
    let links = ##"<p><a href="/help/api#one">a</a> <a href="#links--pair">b</a> c d e</p>"##
    #expect(page.contains(links))
  }

  @Test("has tables that scroll by keys")
  func table() async throws {
    let page = try await PageJournal().visit("/help/api").text
    #expect(page.contains("tabindex=\"0\">\n<table>"))
    #expect(page.contains("</tbody>\n</table>\n</div>"))
  }

  @Test("runs nothing that a page may hold")
  func html() async throws {
    let page = try await PageJournal().visit("/help/api").text
    #expect(page.contains("Why <!-- raw HTML omitted -->."))
  }

  @Test("has no page of another name")
  func none() async throws {
    let test = try await PageJournal()
    for path in ["/help/nothing", "/help/api.md", "/help/..%2FREADME"] {
      #expect(try await test.visit(path).status == .notFound)
    }
  }
}
