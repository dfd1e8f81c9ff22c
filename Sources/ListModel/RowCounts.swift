/// How many rows there are, matching or not, and of which kind.
package struct RowCounts: Equatable, Sendable {
  package var all = 0
  package var open = 0
  package var dead = 0
  package var spared = 0
  package var liked = 0
  package var snoozed = 0
  package var noted = 0
}
