import { z } from 'zod';
import { isLoopbackHost } from './platform/lib/loopback.ts';

export const OIDC_SETTINGS = {
  KURIR_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe(
      'Issuer URL of the OIDC provider at which staff can log in, as the provider spells it. Unset: staff logs ' +
        'in by password alone.',
    ),
  KURIR_OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Client id of Kurir at the OIDC provider. Register `/app/api/oidc/callback` below KURIR_PUBLIC_URL there as ' +
        'the redirect URI.',
    ),
  KURIR_OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Client secret of KURIR_OIDC_CLIENT_ID.'),
  KURIR_OIDC_NAME: z
    .string()
    .min(1)
    .max(50)
    .default('Single sign-on')
    .describe('Name of the OIDC provider, for people who log in.'),
};

const NEEDED = ['KURIR_OIDC_CLIENT_ID', 'KURIR_OIDC_CLIENT_SECRET', 'KURIR_PUBLIC_URL'] as const;

/** The callback carries a log-in code: HTTPS. */
export function oidcConflicts(given: Readonly<Record<string, string | undefined>>): string[] {
  const { KURIR_OIDC_ISSUER: issuer, KURIR_OIDC_CLIENT_ID: clientId, KURIR_PUBLIC_URL: publicUrl } = given;
  if (!issuer) return clientId ? ['KURIR_OIDC_ISSUER: needed with KURIR_OIDC_CLIENT_ID'] : [];
  const missing = NEEDED.filter((name) => !given[name]).map(
    (name) => `${name}: needed with KURIR_OIDC_ISSUER`,
  );
  const plain = Object.entries({ KURIR_OIDC_ISSUER: issuer, KURIR_PUBLIC_URL: publicUrl ?? '' })
    .filter(([, url]) => isPlainBeyondLoopback(url))
    .map(([name]) => `${name}: OIDC needs https://, except on localhost`);
  return [...missing, ...plain];
}

function isPlainBeyondLoopback(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && !isLoopbackHost(url.host);
}
