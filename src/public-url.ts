import type { FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { localUrl } from './platform/lib/local-url.ts';

/** Where people open this gateway. `running`: the address of a running one, whose settings may differ. */
export function publicUrl(config: Config, running: string | null): string {
  const { KURIR_PUBLIC_URL, KURIR_HOST, KURIR_PORT, KURIR_TLS_CERT_FILE } = config;
  if (KURIR_PUBLIC_URL !== undefined) return KURIR_PUBLIC_URL;
  return running ?? localUrl(KURIR_TLS_CERT_FILE ? 'https' : 'http', KURIR_HOST, KURIR_PORT);
}

/** Without the setting, the address that the caller uses. */
export function publicUrlOf({ clientScheme, headers }: FastifyRequest, config: Config): string {
  return publicUrl(config, URL.parse(`${clientScheme}://${headers.host ?? ''}`)?.origin ?? null);
}
