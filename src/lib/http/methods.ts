import type { Http } from './server.ts';

/** Notes every route as it is registered. The answer tells which methods an address knows, sorted; none when it is unknown. */
export function rememberMethods(http: Http): (url: string) => string[] {
  const methodsByPattern = new Map<string, Set<string>>();
  http.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPattern.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsByPattern.set(url, methods);
  });

  return (url) => {
    const path = decodePath(url);
    const known = [...methodsByPattern].filter(([pattern]) => matcher(pattern).test(path));
    return [...new Set(known.flatMap(([, methods]) => [...methods]))].sort();
  };
}

/** The path as the router compares it: without query, percent-decoded. */
function decodePath(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** `/v1/devices/:uuid/qr` matches one segment at `:uuid`; `*` matches the rest. */
function matcher(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[^/]+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${source}$`, 's');
}
