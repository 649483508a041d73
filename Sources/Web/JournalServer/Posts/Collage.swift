import Formats
import Journal
import Stamping
import Store

/// Several photos of a post as one picture: two beside each other, of three one large, four as two by two, and
/// of more the first five, the last of which says how many more there are. The cover comes first.
struct Collage {
  /// The photos in their order, each with its place in the post, counted from 1.
  let photos: [(place: Int, photo: PostPhoto)]

  /// The most that are shown at once.
  static let most = 5

  /// Nil where there are fewer than two.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - inWords: the places, counted from 1, of the photos that its words show.
  init?(of post: Post, without inWords: Set<Int>) {
    let places = post.photos.indices.map { $0 + 1 }.filter { !inWords.contains($0) }
    guard places.count > 1 else { return nil }
    let cover = post.cover + 1
    photos = (places.filter { $0 == cover } + places.filter { $0 != cover })
      .map { ($0, post.photos[$0 - 1]) }
  }

  /// How many are shown, from 2 to 5: its name in the style.
  var shownCount: Int { min(photos.count, Self.most) }

  /// How many are not shown.
  var furtherCount: Int { photos.count - shownCount }

  /// Width and height of the whole, as large as one likes: its cells have the shape of most of its photos.
  var size: PixelSize {
    let cells =
      switch shownCount {
      case 2: 2.0
      case 3: 1.5
      case 4: 1.0
      default: 1.2
      }
    return PixelSize(width: Int(cells * cellShape * 1_000), height: 1_000)
  }

  /// Width by height of a cell, from 3:4 to 3:2: the middle of its photos' own.
  var cellShape: Double {
    let shapes = photos.prefix(Self.most).map { Self.shape(of: $0.photo.size) }.sorted()
    let middle = (shapes[(shapes.count - 1) / 2] + shapes[shapes.count / 2]) / 2
    return min(max(middle, 0.75), 1.5)
  }

  /// Width by height; that of most cameras where it is not known.
  static func shape(of size: PixelSize?) -> Double {
    guard let size, size.height > 0 else { return 4 / 3 }
    return Double(size.width) / Double(size.height)
  }
}

extension PostCard {
  /// The photos that the words do not show, as one picture; nil for fewer than two.
  var collage: Collage? { Collage(of: post, without: written?.places ?? []) }

  /// For the templates that show a collage.
  func content(of collage: Collage) -> PageContent {
    [
      "shownCount": collage.shownCount, "shape": DayPosts.shape(collage.size),
      "exactShape": DayPosts.exactShape(collage.size), "cells": cells(of: collage),
    ]
  }

  /// What is shown of each photo of a collage.
  private func cells(of collage: Collage) -> [PageContent] {
    collage.photos.prefix(Collage.most).enumerated().map { index, cell in
      let isLast = index == Collage.most - 1 && collage.furtherCount > 0
      return ofPhoto(at: cell.place).merging([
        "further": (isLast ? ["count": collage.furtherCount] as PageContent : nil).once,
        "path": "/posts/\(post.number)",
        // So much of its height is left out that its label is too: what counts is rather at the top.
        "isTall": Collage.shape(of: cell.photo.size) < 0.8 * collage.cellShape,
      ]) { $1 }
    }
  }

  /// For the page of the post: each of several photos, those of the collage first, then the others.
  var photos: [PageContent] {
    guard let collage else { return post.photos.indices.map { ofPhoto(at: $0 + 1) } }
    let shown = cells(of: collage).map { $0.merging(["isCell": true]) { $1 } }
    let places = Set(collage.photos.prefix(Collage.most).map(\.place))
    let others = collage.photos.map(\.place).filter { !places.contains($0) }
    let inWords = post.photos.indices.map { $0 + 1 }.filter { place in
      !collage.photos.contains { $0.place == place }
    }
    return shown
      + others.map { ofPhoto(at: $0).merging(["isBeyond": true]) { $1 } }
      + inWords.map(ofPhoto(at:))
  }
}
