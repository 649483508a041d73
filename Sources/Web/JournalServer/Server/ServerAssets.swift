/// What is served beside journals, read once: pages with their templates, texts and files, and the interface's
/// document.
package struct ServerAssets: Sendable {
  let pages: Pages
  let document: InterfaceDocument

  /// - Parameter folder: has `templates`, `static`, `texts` and `openapi.json` in it.
  /// - Throws: what reading the files and templates throws.
  package init(folder: String) async throws {
    pages = try await Pages(folder: folder)
    document = try InterfaceDocument(folder: folder)
  }
}
