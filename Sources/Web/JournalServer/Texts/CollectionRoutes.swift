import HTTPTypes
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// Collections for programs.
struct CollectionRoutes: ServerRoutes {
  let server: ServerParts
  let uploads: CollectionUploads

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/collections",
      Operation(
        "getCollections", .texts, "All collections, by name", scope: .read,
        answers: [.ok(.list("collections", of: .collection), "The collections.")])
    ) { _, _, visit in
      try await visit.json { journal in
        CollectionList(
          collections: try journal.collections.all().map { CollectionDescription($0) })
      }
    }
    routes.unlocked(
      .get, "/api/v1/collections/collection",
      Operation(
        "getCollection", .texts, "A collection with its sections, 1,500 at a time", scope: .read,
        parameters: [
          .required("name", .string("The collection's name.")),
          .query("after", .string("The key of the section before the first one listed.")),
        ], answers: [.ok(.collection, "The collection.")], refusals: [.notFound])
    ) { request, _, visit in
      let (name, section) = (try Self.name(of: request), try Query(of: request)["after"])
      return try await visit.json { journal in
        let collections = journal.collections
        let collection = try collections.collection(name)
        return CollectionDescription(
          collection,
          sections: try collections.sections(
            of: collection, after: section, atMost: Self.mostSections))
      }
    }
    routes.unlocked(
      .post, "/api/v1/collections",
      Operation(
        "addCollection", .texts, "Add a file's texts as a collection, all or none",
        bodies: [.form(.collectionFile)],
        answers: [
          .created(
            .collectionChange,
            "The new collection. Records that are not texts are left out; came has how many.")
        ])
    ) { request, _, visit in
      let result = try await uploads.read(request, .add, visit.journal)
      return try .json(CollectionDescription(result.change), status: .created)
    }
    routes.unlocked(
      .put, "/api/v1/collections",
      Operation(
        "updateCollection", .texts, "Update a collection from its file",
        """
        Texts that are still in it keep their marks, found by key or else by their words. Only the \
        person who added it can do this.
        """,
        bodies: [.form(.collectionFile)],
        answers: [
          .ok(
            .collectionChange,
            "The updated collection; lost has the keys of your marks on missing texts.")
        ], refusals: [.notFound])
    ) { request, _, visit in
      let result = try await uploads.read(request, .update, visit.journal)
      return try .json(CollectionDescription(result.change))
    }
    routes.unlocked(
      .delete, "/api/v1/collections/collection",
      Operation(
        "removeCollection", .texts, "Remove a collection with its texts",
        """
        Marks stay until the collection is added again; with marks true, yours are deleted too. \
        Only the person who added it can do this.
        """,
        parameters: [
          .required("name", .string("The collection's name.")),
          .query(
            "marks",
            .boolean("Whether to permanently delete your own marks.", usually: false)),
        ], answers: [.noContent("The collection is removed.")], refusals: [.notFound])
    ) { request, _, visit in
      let (name, marks) = (
        try Self.name(of: request), try Query(of: request).flag("marks") ?? false
      )
      try await uploads.remove(name, withMarks: marks, from: visit.journal)
      return .empty(.noContent)
    }
  }

  /// Sections that come at once: all of the Bible's chapters.
  private static let mostSections = 1_500

  private static func name(of request: Request) throws -> CollectionName {
    guard let name = try Query(of: request).value("name", { try CollectionName($0) }) else {
      throw Problem("query.missing", ["name": "name"])
    }
    return name
  }
}

private struct CollectionList: Encodable {
  let collections: [CollectionDescription]
}
