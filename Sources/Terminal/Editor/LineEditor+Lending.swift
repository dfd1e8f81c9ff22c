import CSignals
import Glibc
package import TerminalText

// Gives the terminal to another program for a while.

extension LineEditor {
  /// Leaves the screen and gives the terminal to another program until `body` returns.
  ///
  /// The program must be in this process's group. Ctrl-C and Ctrl-\ only affect that program;
  /// Ctrl-Z stops both. Keys are paused, and what is typed is not read. If the frames cover the
  /// screen, the output of the program stays visible until Enter is pressed, with the line that
  /// `body` returns below it.
  package func lend(to body: @MainActor () async -> StyledText) async {
    guard isOpen, !isLent else { return }
    let isOnScreen = screen.isEntered
    keys.isPaused = true
    keys.isLent = true
    isLent = true
    if plainLine.isShowing { device.write(plainLine.breakOff()) }
    screen.leave()
    screen.release()
    csignals_lend(true)
    let line = await body()
    csignals_lend(false)
    isLent = false
    guard isOpen else { return }
    keys.isLent = false
    guard device.waitForForeground() else { return emit(.terminated(signal: SIGHUP)) }
    acquireTerminal()
    readline.setSize(device.size)
    if isOnScreen {
      if configuration.mode == .screen {
        screen.print([StyledText(), line])
        await enterIsPressed()
      }
      screen.enter()
    }
    emit(.continued)
  }

  /// Waits for Enter, Ctrl-C, or the end of the terminal or of this editor.
  private func enterIsPressed() async {
    guard isOpen else { return }
    await withCheckedContinuation { continuation in
      keys.onLineEnd = { continuation.resume() }
    }
  }

  /// Ends the wait for Enter; false if there is none.
  func endWaitForEnter() -> Bool {
    guard let end = keys.onLineEnd else { return false }
    keys.onLineEnd = nil
    end()
    return true
  }

  /// Applies the terminal's signals that also concern this process.
  func followOtherProgram() {
    if csignals_take(SIGTSTP) { csignals_stop(SIGTSTP) }
    _ = csignals_take(SIGCONT)
  }
}
