import type { Http } from './server.ts';

/** The sorted methods of an address; none without a route. */
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
    // Less specific patterns are other addresses.
    const best = matching.map(([pattern]) => precedence(pattern)).sort()[0];
    const methods = matching.flatMap(([pattern, each]) => (precedence(pattern) === best ? [...each] : []));
    return [...new Set(methods)].sort();
  };
}

function decodePath(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function matcher(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[^/]+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${source}$`, 's');
}

function precedence(pattern: string): string {
  return pattern
    .split('/')
    .map((segment) => (segment.includes('*') ? 2 : segment.includes(':') ? 1 : 0))
    .join('');
}
