import { hostname as nameOfThisMachine } from 'node:os';
import { followFile } from './followed-file.ts';

const FILE = '/etc/resolv.conf';
const MAX_NDOTS = 15;

export type SearchList = (hostname: string) => Promise<readonly string[]>;

interface Search {
  domains: readonly string[];
  /** Fewer dots: searched first. */
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

/** The last `search` or `domain`; else this machine's domain. */
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
