import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { localUrl } from '../lib/local-url.ts';

/** Where people open this gateway, as far as the settings say. */
export function publicUrl(config: Config): string {
  const { KURIR_PUBLIC_URL, KURIR_HOST, KURIR_PORT, KURIR_TLS_CERT_FILE } = config;
  return KURIR_PUBLIC_URL ?? localUrl(KURIR_TLS_CERT_FILE ? 'https' : 'http', KURIR_HOST, KURIR_PORT);
}

/** Without the setting, the address that the caller uses. */
export function publicUrlOf({ clientScheme, headers }: FastifyRequest, config: Config): string {
  const { KURIR_PUBLIC_URL } = config;
  return (
    KURIR_PUBLIC_URL ?? URL.parse(`${clientScheme}://${headers.host ?? ''}`)?.origin ?? publicUrl(config)
  );
}
