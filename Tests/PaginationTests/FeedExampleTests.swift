import FeedbackLoop
import LibraryTestSupport
import Pagination
import Testing

/// The article *Building a Paginated Feed*, as code that runs.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FeedExampleTests {
  struct Post: Identifiable, Equatable, Sendable {
    let id: Int
    var isLiked = false
  }

  struct Feed: Sendable {
    var posts = PaginatedList<Post, Int>(firstCursor: 1, prefetchDistance: 2)

    enum Event: Sendable {
      case list(PaginatedList<Post, Int>.Event)
      case liked(Post.ID)
      case dropped(Post.ID)
    }

    static func reduce(_ feed: inout Feed, _ event: Event) {
      switch event {
      case .list(let event): PaginatedList.reduce(&feed.posts, event)
      case .liked(let id): feed.posts.update(id) { $0.isLiked.toggle() }
      case .dropped(let id): feed.posts.drop(id)
      }
    }
  }

  @MainActor
  func makeFeed() -> Loop<Feed, Feed.Event> {
    let source = PagesByIndex { number in
      let posts = (0..<20).map { Post(id: (number - 1) * 20 + $0) }
      return Page(contents: posts, next: number < 5 ? number + 1 : nil)
    }
    return Loop(
      Feed(), reduce: Feed.reduce,
      feedbacks: [
        .list({ $0.posts }, from: source, retrying: RetryPolicy(limit: 5), event: { .list($0) })
      ])
  }

  @Test func theCodeOfTheArticleWorks() async {
    let feed = makeFeed()
    feed.send(.list(.started))  // requests the first page
    await eventually { feed.state.posts.items.count == 20 }
    feed.send(.list(.viewed(lastRow: 19)))  // requests the second: the last loaded row is in view
    feed.send(.liked(3))
    feed.send(.dropped(4))
    await eventually { feed.state.posts.items.count == 39 }
    #expect(feed.state.posts.items[3] == Post(id: 3, isLiked: true))
    #expect(feed.state.posts.items[4] == Post(id: 5))
    while !feed.state.posts.pages.isExhausted {
      let count = feed.state.posts.items.count
      feed.send(.list(.viewed(lastRow: count - 1)))
      await eventually { feed.state.posts.items.count > count }
    }
    #expect(feed.state.posts.items.map(\.id) == (0..<100).filter { $0 != 4 })
  }
}
