/** Characters as sent: a cookie keeps the path, and may have 4 KiB. */
export const MAX_RETURN_PATH = 1_000;

/** Only for parsing: no request goes there. */
const BASE = 'http://kurir.invalid';

/**
 * Path below /app after the log-in. Null: another site in any spelling, a call of the API, or too
 * long.
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

// Browsers drop some before they read an address.
const hasControl = (text: string) => /[\p{Cc}\\]/u.test(text);

function decodedOnce(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
