import type { Config } from '../../config.ts';
import { isLoopbackHost } from '../../platform/lib/loopback.ts';

/** The network sees keys and messages. */
export function isPlainAndOpen(config: Config): boolean {
  const host = config.KURIR_HOST.includes(':') ? `[${config.KURIR_HOST}]` : config.KURIR_HOST;
  return config.KURIR_TLS_CERT_FILE === undefined && !isLoopbackHost(host);
}
