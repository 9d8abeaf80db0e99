import type { Http } from './server.ts';

/** Returns the sorted methods of an address. */
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

/** As the router compares paths. */
function decodePath(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** `:uuid` matches one segment, `*` the rest. */
function matcher(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[^/]+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${source}$`, 's');
}
