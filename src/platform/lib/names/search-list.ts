import { hostname as nameOfThisMachine } from 'node:os';
import { followFile } from './followed-file.ts';

const FILE = '/etc/resolv.conf';
/** The limit of the system. */
const MAX_NDOTS = 15;

/** The full names to ask for, in order. */
export type SearchList = (hostname: string) => Promise<readonly string[]>;

interface Search {
  domains: readonly string[];
  /** A name with fewer dots is searched first, as short names of Kubernetes services. */
  ndots: number;
}

/** The order of resolv.conf(5). */
export function openSearchList(file = FILE): SearchList {
  const settings = followFile(file, searchIn);

  return async (hostname) => {
    if (hostname.endsWith('.')) return [hostname];
    const { domains, ndots } = await settings();
    const searched = domains.map((domain) => `${hostname}.${domain}`);
    const dots = hostname.split('.').length - 1;
    return dots < ndots ? [...searched, hostname] : [hostname, ...searched];
  };
}

/** The last `search` or `domain` counts. Without both, the domain of this machine is searched. */
function searchIn(text: string): Search {
  let domains = [nameOfThisMachine().split('.').slice(1).join('.')];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/);
    if (keyword === 'search') domains = values;
    if (keyword === 'domain') domains = values.slice(0, 1);
    if (keyword === 'options') ndots = ndotsIn(values) ?? ndots;
  }
  return {
    domains: domains.map((domain) => domain.replace(/\.$/, '')).filter((domain) => domain !== ''),
    ndots,
  };
}

function ndotsIn(options: readonly string[]): number | null {
  const [text] = options.flatMap((option) => /^ndots:(\d+)$/.exec(option)?.[1] ?? []);
  return text === undefined ? null : Math.min(Number(text), MAX_NDOTS);
}
