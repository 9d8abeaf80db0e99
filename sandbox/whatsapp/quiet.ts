/**
 * Takes the voice of the console. The Signal library prints whole sessions with it, private keys included, so a process that holds
 * keys calls this before anything else; our own words go through the log.
 */
export function silenceConsole(
  target: Record<'log' | 'info' | 'warn' | 'error' | 'debug', unknown> = console,
): void {
  const silent = () => {};
  Object.assign(target, { log: silent, info: silent, warn: silent, error: silent, debug: silent });
}
