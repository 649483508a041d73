import Testing

@testable import Journal

@Suite("Groups of arrivals")
struct ArrivalGroupTests {
  @Test(
    "are as large as the files that may be open allow",
    arguments: [
      (jobs: 2, openFiles: 1024, size: 64), (16, 1024, 27), (2, 64, 5), (8, 64, 1), (2, 16, 1),
      (1024, 1024, 1), (1, .max, 64),
    ])
  func size(jobs: Int, openFiles: Int, size: Int) {
    #expect(ArrivalGroup.size(jobs: jobs, openFiles: openFiles) == size)
  }
}
