/// What the command of a preview does, as it happens.
package enum PreviewReport: Hashable, Sendable {
  case output([UInt8])

  /// It has written nothing for a while, and still runs.
  case silent

  /// It has written more than is shown, and was ended; nothing follows.
  case cut

  /// Nothing follows.
  case ended(CommandEnding)
}
