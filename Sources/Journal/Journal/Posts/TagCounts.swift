import GRDB
import Store

/// A tag and how many posts have it.
package struct TagCount: Encodable, Sendable, Hashable {
  /// As it was first written.
  package let tag: String
  package let count: Int
}

extension Posts {
  /// All tags that posts outside the trash have, those with the most posts first.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the tags of all posts, of which no other row is read, and in the trash.
  package func tags() throws -> [TagCount] {
    try journal.read { db in
      try DecodedRows(
        db,
        cached: """
          WITH trashed (tag, posts) AS MATERIALIZED (
            SELECT post_tag.tag, count(*) FROM post CROSS JOIN post_tag ON post_tag.post = post.id
            WHERE post.owner = ?1 AND post.trashed IS NOT NULL GROUP BY post_tag.tag
          )
          SELECT name, (SELECT count(*) FROM post_tag WHERE post_tag.tag = tag.id)
            - coalesce((SELECT posts FROM trashed WHERE trashed.tag = tag.id), 0) AS posts
          FROM tag WHERE owner = ?1 AND posts > 0 ORDER BY posts DESC, folded
          """, arguments: [journal.id]
      ).map { TagCount(tag: try $0.next(), count: try $0.next(in: 1...Post.numbers.upperBound)) }
    }
  }
}
