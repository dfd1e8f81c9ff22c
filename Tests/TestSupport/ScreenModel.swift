import CVTerm

/// A terminal's screen as libvterm keeps it.
///
/// The library brings the process down in windows of one row or a few columns. In those the model
/// stands still; a program that paints its whole screen after a change of size puts it right again.
final class ScreenModel {
  private static let leastRows = 2
  private static let leastColumns = 10

  /// What the library tells by itself, at an address that outlives its callbacks.
  private final class Properties {
    var cursorIsVisible = true
    var isAlternate = false
  }

  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let properties = Properties()
  private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
  private var isTooSmall: Bool

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

  /// Shows what a program wrote.
  ///
  /// - Returns: The terminal's answers, to be given back to the program.
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

  /// Copies the screen out.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  var snapshot: Screen {
    var rows: Int32 = 0
    var columns: Int32 = 0
    vterm_get_size(terminal, &rows, &columns)
    var cursor = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &cursor)
    return Screen(
      cells: (0..<rows).map { row in (0..<columns).map { cell(VTermPos(row: row, col: $0)) } },
      cursor: Screen.Position(row: Int(cursor.row), column: Int(cursor.col)),
      cursorIsVisible: properties.cursorIsVisible, isAlternate: properties.isAlternate)
  }

  private func cell(_ position: VTermPos) -> Screen.Cell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, position, &cell)
    var attributes = Screen.Attributes()
    attributes.bold = cell.attrs.bold != 0
    attributes.italic = cell.attrs.italic != 0
    attributes.underline = cell.attrs.underline != 0
    attributes.reverse = cell.attrs.reverse != 0
    attributes.strikethrough = cell.attrs.strike != 0
    attributes.foreground = color(cell.fg, unset: VTERM_COLOR_DEFAULT_FG)
    attributes.background = color(cell.bg, unset: VTERM_COLOR_DEFAULT_BG)
    return Screen.Cell(text: text(cell), attributes: attributes)
  }

  private func text(_ cell: VTermScreenCell) -> String {
    let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
    // The second column of a wide character holds this in place of text.
    if scalars.first == UInt32.max { return "" }
    let text = scalars.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
    return text.isEmpty ? " " : String(String.UnicodeScalarView(text))
  }

  private func color(_ color: VTermColor, unset: VTermColorType) -> Screen.Color {
    if UInt32(color.type) & unset.rawValue != 0 { return .standard }
    if UInt32(color.type) & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
      return .palette(color.indexed.idx)
    }
    return .rgb(color.rgb.red, color.rgb.green, color.rgb.blue)
  }
}

extension Screen {
  /// What a new terminal shows after these bytes.
  public static func showing(_ bytes: [UInt8], rows: Int, columns: Int) -> Screen {
    let model = ScreenModel(rows: rows, columns: columns)
    _ = model.show(bytes[...])
    return model.snapshot
  }
}
