/** Kurir writes, so it needs what these values ask for. `any`: the default. */
export const ATTRIBUTES: readonly string[] = ['any', 'read-write', 'primary'];
const PARTS = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/]*@)?)(?<hosts>[^/?]*)(?<after>.*)$/;

/** False also for a `target_session_attrs` with which Kurir could not write. */
export function isDatabaseUrl(url: string): boolean {
  const urls = listServers(url);
  const attributes = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1] ?? 'any';
  return urls.length > 0 && urls.every((each) => URL.canParse(each)) && ATTRIBUTES.includes(attributes);
}

/** `postgres://a:5432,b:5433/kurir` is two servers of one database: the primary and its standby, in any order. */
export function listServers(url: string): string[] {
  const { before, hosts, after = '' } = PARTS.exec(url)?.groups ?? {};
  if (hosts === undefined) return [];
  const rest = after.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${before}${host}${rest}`);
}

/** The URL with this server before the others. */
export function startingWith(url: string, server: string): string {
  const hosts = PARTS.exec(url)?.groups?.hosts?.split(',') ?? [];
  const at = listServers(url).indexOf(server);
  const ordered = [...hosts.slice(at), ...hosts.slice(0, at)].join(',');
  return url.replace(PARTS, `$<before>${ordered}$<after>`);
}
