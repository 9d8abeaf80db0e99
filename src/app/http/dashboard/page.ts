const PLACE_OF_BASE = '<base href="./" />';
const PLACE_OF_NONCE = '<meta name="csp-nonce" content="" />';

/** `/app/a/b/c` has two folders. */
export const MAX_FOLDERS = 16;

/**
 * The path from an address back to `/app/`, such as `../`. `path` is what follows `/app/`. Proxies may add a prefix, so
 * no absolute path is known.
 */
export function baseOf(path: string): string {
  const folders = path.split('/').length - 1;
  return folders === 0 ? './' : '../'.repeat(folders);
}

export function fillPage(page: string, { base, nonce }: { base: string; nonce: string }): string {
  for (const place of [PLACE_OF_BASE, PLACE_OF_NONCE]) {
    if (!page.includes(place)) throw new Error(`The page of the dashboard lacks ${place}`);
  }
  return page
    .replace(PLACE_OF_BASE, `<base href="${base}" />`)
    .replace(PLACE_OF_NONCE, `<meta name="csp-nonce" content="${nonce}" />`);
}

/** Only files of the gateway; styles also with the nonce. Strings never become code. */
export function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
