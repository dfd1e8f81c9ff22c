public import Foundation

// The part of UIKit that a list needs, with the same names and types, so that code for it can be
// compiled and run without a device. The views show text and check their updates.

/// A place on the screen for views.
@MainActor
public final class UIWindow {
  /// Makes a window that shows its views.
  public init() {}
}

/// A view with rows, in sections.
@MainActor
open class UIView: NSObject {
  /// The window that shows the view.
  public var window: UIWindow?

  let body = ListBody()

  /// What the rows of each section show.
  public var shown: [[String]] {
    layoutIfNeeded()
    return body.shown
  }

  /// What would have ended the program on a device.
  public var faults: [String] { body.faults }

  /// Does what happens when the device is rotated, or a cell changes its size.
  public func setNeedsLayout() { body.reload() }

  /// Does what the run loop does before drawing.
  public func layoutIfNeeded() { body.layOut() }

  /// Reads everything again at the next layout.
  public func reloadData() { body.reload() }

  /// Carries out the changes that `updates` asks for, and calls `completion` when they are animated.
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    body.performBatch { updates?() }
    completion?(true)
  }
}

/// The text of a cell.
public struct UIListContentConfiguration: Sendable {
  /// The text.
  public var text: String?

  /// The content of a row without a text.
  public static func cell() -> Self { Self() }
}

extension IndexPath {
  /// A place in a collection view.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// A place in a table view.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// The number of the section.
  public var section: Int { self[0] }

  /// The number of the item in its section.
  public var item: Int { self[1] }

  /// The number of the row in its section.
  public var row: Int { self[1] }

  var place: UpdateBatch.Place { .init(section: section, row: item) }
}
