import type { Context } from '../../context.ts';
import { type OidcProvider, openProvider } from '../../inbox/staff/oidc/provider.ts';
import { openNames } from '../../platform/lib/names/names.ts';

/** Null without KURIR_OIDC_ISSUER. */
export function openOidcProvider(ctx: Pick<Context, 'config' | 'now' | 'randomBytes'>): OidcProvider | null {
  const { config } = ctx;
  const { KURIR_OIDC_ISSUER: issuer, KURIR_PUBLIC_URL: publicUrl } = config;
  if (issuer === undefined || publicUrl === undefined) return null;
  const names = openNames();
  const provider = openProvider(
    {
      issuer,
      clientId: config.KURIR_OIDC_CLIENT_ID ?? '',
      clientSecret: config.KURIR_OIDC_CLIENT_SECRET ?? '',
      redirectUri: `${publicUrl.replace(/\/+$/, '')}/app/api/oidc/callback`,
    },
    { ...ctx, lookup: names.lookup },
  );
  return {
    ...provider,
    async close() {
      names.close();
      await provider.close();
    },
  };
}
