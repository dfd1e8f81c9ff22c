import CVTerm

/// A terminal's screen as libvterm keeps it.
///
/// The library crashes in windows of one row or a few columns, so the model is not updated while a
/// window is that small. A program that repaints its screen after a change of size corrects it.
final class ScreenModel {
  private static let leastRows = 2
  private static let leastColumns = 10

  /// The properties that the library reports, at an address that outlives its callbacks.
  private final class Properties {
    var cursorIsVisible = true
    var isAlternate = false
  }

  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let properties = Properties()
  private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
  private var isTooSmall: Bool

  /// A row as it was last read: the terminal's cells, and their text.
  private struct SeenRow {
    var raw: [UInt8] = []
    var line = Screen.Line([])
  }

  private var seen: [SeenRow] = []

  init(rows: Int, columns: Int) {
    isTooSmall = rows < Self.leastRows || columns < Self.leastColumns
    terminal = vterm_new(
      Int32(max(rows, Self.leastRows)), Int32(max(columns, Self.leastColumns)))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    callbacks = .allocate(capacity: 1)
    callbacks.initialize(to: VTermScreenCallbacks())
    callbacks.pointee.settermprop = { property, value, user in
      guard let value, let user else { return 0 }
      let properties = Unmanaged<Properties>.fromOpaque(user).takeUnretainedValue()
      switch property {
      case VTERM_PROP_CURSORVISIBLE: properties.cursorIsVisible = value.pointee.boolean != 0
      case VTERM_PROP_ALTSCREEN: properties.isAlternate = value.pointee.boolean != 0
      default: break
      }
      return 1
    }
    vterm_screen_set_callbacks(
      screen, callbacks, Unmanaged.passUnretained(properties).toOpaque())
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
    callbacks.deallocate()
  }

  /// Processes the output of a program.
  ///
  /// - Returns: The terminal's answers for the program.
  func show(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard !isTooSmall else { return [] }
    bytes.withUnsafeBytes { buffer in
      _ = vterm_input_write(
        terminal, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    var answer: [UInt8] = []
    var chunk = [CChar](repeating: 0, count: 256)
    while case let count = vterm_output_read(terminal, &chunk, chunk.count), count > 0 {
      answer += chunk.prefix(count).map(UInt8.init(bitPattern:))
    }
    return answer
  }

  func resize(rows: Int, columns: Int) {
    isTooSmall = rows < Self.leastRows || columns < Self.leastColumns
    if !isTooSmall { vterm_set_size(terminal, Int32(rows), Int32(columns)) }
  }

  /// Copies the screen.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells; only rows that changed since the last
  ///   call take much time.
  func snapshot() -> Screen {
    var rows: Int32 = 0
    var columns: Int32 = 0
    vterm_get_size(terminal, &rows, &columns)
    var cursor = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &cursor)
    while seen.count < rows { seen.append(SeenRow()) }
    seen.removeLast(seen.count - Int(rows))
    for row in 0..<rows { look(at: row, columns: Int(columns)) }
    return Screen(
      lines: seen.map(\.line),
      cursor: Screen.Position(row: Int(cursor.row), column: Int(cursor.col)),
      cursorIsVisible: properties.cursorIsVisible, isAlternate: properties.isAlternate)
  }

  /// Reads a row again if the terminal's row differs.
  private func look(at row: Int32, columns: Int) {
    let size = columns * MemoryLayout<cvterm_cell>.stride
    let raw = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      buffer.withMemoryRebound(to: UInt8.self) { bytes in
        let cells = UnsafeMutableRawPointer(bytes.baseAddress)?
          .assumingMemoryBound(to: cvterm_cell.self)
        cvterm_copy_row(screen, row, Int32(columns), cells)
      }
      count = size
    }
    guard raw != seen[Int(row)].raw else { return }
    let cells = raw.withUnsafeBytes { $0.bindMemory(to: cvterm_cell.self).map(Self.cell) }
    seen[Int(row)] = SeenRow(raw: raw, line: Screen.Line(cells))
  }

  private static func cell(_ cell: cvterm_cell) -> Screen.Cell {
    var attributes = Screen.Attributes()
    if (cell.attributes, cell.foreground, cell.background) != (0, 0, 0) {
      attributes.bold = cell.attributes & 1 != 0
      attributes.italic = cell.attributes & 2 != 0
      attributes.underline = cell.attributes & 4 != 0
      attributes.reverse = cell.attributes & 8 != 0
      attributes.strikethrough = cell.attributes & 16 != 0
      attributes.foreground = color(cell.foreground)
      attributes.background = color(cell.background)
    }
    return Screen.Cell(text: text(cell), attributes: attributes)
  }

  private static let ascii = (UInt8(0)..<128).map { String(Unicode.Scalar($0)) }

  private static func text(_ cell: cvterm_cell) -> String {
    let first = cell.chars.0
    if first == 0 { return " " }
    if first < 128, cell.chars.1 == 0 { return ascii[Int(first)] }
    // The second column of a wide character has this value instead of a text.
    if first == UInt32.max { return "" }
    let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
    let text = scalars.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
    return text.isEmpty ? " " : String(String.UnicodeScalarView(text))
  }

  private static func color(_ color: UInt32) -> Screen.Color {
    switch color >> 24 {
    case 0: .standard
    case 1: .palette(UInt8(truncatingIfNeeded: color))
    default:
      .rgb(
        UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8),
        UInt8(truncatingIfNeeded: color))
    }
  }
}

extension Screen {
  /// The screen of a new terminal after these bytes.
  public static func showing(_ bytes: [UInt8], rows: Int, columns: Int) -> Screen {
    let model = ScreenModel(rows: rows, columns: columns)
    _ = model.show(bytes[...])
    return model.snapshot()
  }
}
