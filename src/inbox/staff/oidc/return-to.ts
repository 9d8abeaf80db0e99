/** In characters as they travel. Browsers drop cookies over 4 KiB, and one keeps the path. */
export const MAX_RETURN_PATH = 1_000;

/** Only for reading a path: no request goes there. */
const BASE = 'http://kurir.invalid';

/**
 * The path below /app to which the browser goes after the log-in. Null for an address elsewhere, in any
 * spelling, for a call of the API, and for a longer path.
 */
export function readReturnPath(text: string): string | null {
  if (!text.startsWith('/app') || hasControl(text)) return null;
  const url = URL.parse(text, BASE);
  if (url === null || url.origin !== BASE) return null;
  const isPage = url.pathname === '/app' || url.pathname.startsWith('/app/');
  const isCall = /^\/app\/+api(\/|$)/i.test(decodedOnce(url.pathname));
  const path = url.pathname + url.search + url.hash;
  return isPage && !isCall && path.length <= MAX_RETURN_PATH ? path : null;
}

// Browsers drop some of them before they read an address.
const hasControl = (text: string) => /[\p{Cc}\\]/u.test(text);

function decodedOnce(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
