/** Keeps the token of a visitor who has no name. Browsers may forbid frames to keep anything: then until the end. */
export interface TokenStore {
  get(): string | null;
  set(token: string | null): void;
}

export function openTokenStore(widget: string): TokenStore {
  const key = `kurir ${widget}`;
  let held = attempt(() => localStorage.getItem(key));
  return {
    get: () => held,
    set(token) {
      held = token;
      attempt(() => (token === null ? localStorage.removeItem(key) : localStorage.setItem(key, token)));
    },
  };
}

function attempt<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}
