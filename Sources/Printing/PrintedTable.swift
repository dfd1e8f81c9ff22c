import JSON

/// A small table: figures of lists or sections.
package struct PrintedTable {
  package enum Value {
    case text(String)
    case number(Int)
  }

  private let titles: [String]
  private let rows: [[Value]]

  package init(_ fields: [PrintedField], rows: [[Value]]) {
    (titles, self.rows) = (fields.map(\.name), rows)
  }

  package func print(as format: PrintFormat, to output: inout Output) throws {
    precondition(PrintFormat.ofTables.contains(format))
    if let form = format.records {
      try output.show(record: titles, as: form)
      for row in rows { try output.show(record: row.map(\.text), as: form) }
    } else if format == .text {
      // Without titles, with columns separated by tabs.
      for row in rows {
        for (place, value) in row.enumerated() {
          if place > 0 { try output.write("\t") }
          try output.show(cell: value.text)
        }
        try output.write("\n")
      }
    } else {
      let objects = rows.map { row in
        var object = JSONObject()
        for (title, value) in zip(titles, row) {
          switch value {
          case .text(let text): object.add(title, text)
          case .number(let number): object.add(title, number)
          }
        }
        return object.text
      }
      try output.show("[" + objects.joined(separator: ",") + "]")
      try output.write("\n")
    }
  }
}

extension PrintedTable.Value {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    }
  }
}
