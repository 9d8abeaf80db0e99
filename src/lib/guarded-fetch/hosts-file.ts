import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

const FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/**
 * The addresses of names that this machine knows without a name service, null for other names.
 * The file is read again when it has changed.
 */
export type Hosts = (hostname: string) => Promise<readonly string[] | null>;

/** Names as the hosts file gives them. `localhost` and names below it are always this machine (RFC 6761). */
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
    // A machine without the file, or with one we may not read, has none of its names.
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
    // With a zone (fe80::1%lo0) it is no address that others could be reached at.
    if (isIP(address) === 0 || address.includes('%')) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}
