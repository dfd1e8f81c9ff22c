// The part of SwiftUI that a list needs, with the same names, so that code for it can be compiled
// and run without a device. A view consists of the lines that it shows.

@MainActor
protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension View {
  /// What the view shows.
  var lines: [String] { (self as? any Lines)?.ownLines ?? body.lines }

  func searchable(text: Binding<String>) -> some View {
    List {
      Text("search: \(text.wrappedValue)"); self
    }
  }

  func onTapGesture(perform action: @escaping () -> Void) -> some View { self }
}

extension Never: View {
  typealias Body = Never
}

/// A view without a body.
@MainActor
private protocol Lines: View where Body == Never {
  var ownLines: [String] { get }
}

extension View where Body == Never {
  var body: Never { return preconditionFailure("the view has lines of its own") }
}

@resultBuilder
@MainActor
enum ViewBuilder {
  static func buildBlock<each Part: View>(_ part: repeat each Part) -> Rows {
    var lines: [String] = []
    for part in repeat each part { lines += part.lines }
    return Rows(ownLines: lines)
  }
}

struct Rows: Lines {
  typealias Body = Never

  let ownLines: [String]
}

struct Text: Lines {
  typealias Body = Never

  let ownLines: [String]

  init(_ text: String) { ownLines = [text] }
}

struct List<Content: View>: Lines {
  typealias Body = Never

  let ownLines: [String]

  init(@ViewBuilder content: () -> Content) { ownLines = content().lines }
}

struct Section<Content: View>: Lines {
  typealias Body = Never

  let ownLines: [String]

  init(_ title: String, @ViewBuilder content: () -> Content) {
    ownLines = [title] + content().lines
  }
}

struct ForEach<Data: RandomAccessCollection, Content: View>: Lines
where Data.Element: Identifiable {
  typealias Body = Never

  let ownLines: [String]

  init(_ data: Data, @ViewBuilder content: (Data.Element) -> Content) {
    ownLines = data.flatMap { content($0).lines }
  }
}

@MainActor
struct Binding<Value> {
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void

  init(
    get: @escaping @MainActor @Sendable () -> Value,
    set: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }

  var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
