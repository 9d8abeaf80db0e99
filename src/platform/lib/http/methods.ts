import type { Http } from './server.ts';

/** Returns the sorted methods of an address. Without a route it has none. */
export function rememberMethods(http: Http): (url: string) => string[] {
  const methodsByPattern = new Map<string, Set<string>>();
  http.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isRest) return;
    const methods = methodsByPattern.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsByPattern.set(url, methods);
  });

  return (url) => {
    const path = decodePath(url);
    const matching = [...methodsByPattern].filter(([pattern]) => matcher(pattern).test(path));
    // A path that also fits a less specific pattern is another address.
    const best = matching.map(([pattern]) => precedence(pattern)).sort()[0];
    const methods = matching.flatMap(([pattern, each]) => (precedence(pattern) === best ? [...each] : []));
    return [...new Set(methods)].sort();
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

/** As the router prefers patterns, segment by segment: fixed text, then a parameter, then `*`. The first wins. */
function precedence(pattern: string): string {
  return pattern
    .split('/')
    .map((segment) => (segment.includes('*') ? 2 : segment.includes(':') ? 1 : 0))
    .join('');
}
