/** libsignal prints private keys to the console. */
export function silenceLibsignal(): void {
  const drop = () => {};
  Object.assign(console, { log: drop, info: drop, warn: drop, error: drop, debug: drop });
}
