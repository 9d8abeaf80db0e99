/** Turns the console off, because libsignal prints private keys. Call it first. */
export function silenceLibsignal(
  target: Record<'log' | 'info' | 'warn' | 'error' | 'debug', unknown> = console,
): void {
  const silent = () => {};
  Object.assign(target, { log: silent, info: silent, warn: silent, error: silent, debug: silent });
}
