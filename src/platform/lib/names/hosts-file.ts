import { isIP } from 'node:net';
import { followFile } from './followed-file.ts';

const FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Null: not in the file. */
export type Hosts = (hostname: string) => Promise<readonly string[] | null>;

/** `localhost` is this machine (RFC 6761). */
export function openHosts(file = FILE): Hosts {
  const names = followFile(file, namesIn);

  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const isLocal = name === 'localhost' || name.endsWith('.localhost');
    return (await names()).get(name) ?? (isLocal ? ['127.0.0.1', '::1'] : null);
  };
}

function namesIn(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    // Zones are valid here only.
    if (isIP(address) === 0 || address.includes('%')) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}
