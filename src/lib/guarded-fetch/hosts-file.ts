import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

const FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Null for names that are not in the hosts file. */
export type Hosts = (hostname: string) => Promise<readonly string[] | null>;

/** Reads the file again after a change. `localhost` and its subdomains are always this machine (RFC 6761). */
export function openHosts(file = FILE): Hosts {
  let version = '';
  let names: ReadonlyMap<string, string[]> = new Map();

  async function refresh(): Promise<void> {
    const { mtimeMs, size } = await stat(file);
    const found = `${mtimeMs} ${size}`;
    if (found === version) return;
    names = namesIn(await readFile(file, 'latin1'));
    version = found;
  }

  return async (hostname) => {
    // A missing or unreadable file contains no names.
    await refresh().catch(() => {
      version = '';
      names = new Map();
    });
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const isLocal = name === 'localhost' || name.endsWith('.localhost');
    return names.get(name) ?? (isLocal ? ['127.0.0.1', '::1'] : null);
  };
}

function namesIn(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    // An address with a zone (fe80::1%lo0) is only valid on this machine.
    if (isIP(address) === 0 || address.includes('%')) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}
