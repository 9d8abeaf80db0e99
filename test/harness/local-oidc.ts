import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { onTestFinished } from 'vitest';

const CLIENT_ID = 'kurir';
/** With signs that the two ways to send it encode differently. */
const CLIENT_SECRET = 'local secret: 7/+%&';

const KINDS = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'];

/** The claims of the person who logs in at the provider next. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: unknown;
}

export interface LocalOidc {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who logs in from now on. Null: the person presses Cancel. */
  person: Person | null;
  /** While set, every call gets it in place of the answer. */
  broken: { status: number; body: string } | null;
  /** While set, the token endpoint answers with this ID token. */
  forge: ((claims: Record<string, unknown>, own: string, key: KeyObject) => string) | null;
  /** Paths of the calls that came in. */
  calls: string[];
  /** Follows the browser from the address of the log-in to that of the callback, which it returns. */
  visit(url: string): Promise<URL>;
}

/** A complete OIDC provider on loopback, for tests. */
export async function localOidc(options: {
  redirectUri: string;
  /** In the ID token, as most providers do it. Default: at the userinfo endpoint alone. */
  claimsInIdToken?: boolean;
  /** How the provider takes the secret of its client. */
  secretIn?: 'client_secret_post' | 'client_secret_basic';
  cleanup?: (end: () => Promise<void>) => void;
}): Promise<LocalOidc> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP listener has no other kind of address
  const issuer = `http://127.0.0.1:${port}`;
  const local: LocalOidc = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    person: null,
    broken: null,
    forge: null,
    calls: [],
    visit: (url) => visit(url, options.redirectUri),
  };
  const { privateKey } = newKey();
  serve(server, local, new Provider(issuer, configurationOf(local, options, privateKey)), privateKey);
  (options.cleanup ?? onTestFinished)(() => close(server));
  return local;
}

export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A JWT, signed with ES256. Without a key: with no signature. */
export function tokenOf(header: object, claims: object, key: KeyObject | null): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = key && sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature?.toString('base64url') ?? ''}`;
}

/** Replaces the ID token of the answer. */
function forgeToken(response: ServerResponse, forge: NonNullable<LocalOidc['forge']>, key: KeyObject): void {
  const end = response.end.bind(response);
  response.end = (body?: unknown) => {
    const answer = JSON.parse(String(body));
    const [, claims = ''] = String(answer.id_token).split('.');
    const given = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const forged = JSON.stringify({ ...answer, id_token: forge(given, answer.id_token, key) });
    response.setHeader('content-length', forged.length);
    return end(forged);
  };
}

function serve(server: Server, local: LocalOidc, provider: Provider, key: KeyObject): void {
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', local.issuer);
    local.calls.push(pathname);
    if (local.broken) {
      response.writeHead(local.broken.status, { 'content-type': 'application/json' }).end(local.broken.body);
      return;
    }
    if (local.forge && pathname === '/token') forgeToken(response, local.forge, key);
    if (!pathname.startsWith('/person/')) return answer(request, response);
    const result = local.person
      ? { login: { accountId: local.person.sub } }
      : { error: 'access_denied', error_description: 'The person pressed Cancel.' };
    void provider.interactionFinished(request, response, result);
  });
}

function configurationOf(
  local: LocalOidc,
  options: Parameters<typeof localOidc>[0],
  privateKey: KeyObject,
): object {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [options.redirectUri],
        token_endpoint_auth_method: options.secretIn ?? 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientAuthMethods: [options.secretIn ?? 'client_secret_post'],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'local' }] },
    cookies: { keys: ['local'] },
    // Named, because the package warns of its defaults.
    adapter: createMemoryAdapter(),
    ttl: Object.fromEntries(KINDS.map((kind) => [kind, 600])),
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    conformIdTokenClaims: options.claimsInIdToken !== true,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/person/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...local.person, sub }),
    }),
    loadExistingGrant: grantEverything,
  };
}

/** The person is asked for no consent. */
async function grantEverything(context: {
  oidc: { provider: Provider; session: { accountId: string }; client: { clientId: string } };
}) {
  const { provider, session, client } = context.oidc;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

const MAX_REDIRECTS = 10;

/** Each visit is a new browser: the provider knows no person from an earlier one. */
async function visit(url: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = new URL(url);
  for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
    if (address.href.startsWith(redirectUri)) return address;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${answer.status} at ${address.href}: ${await answer.text()}`);
    address = new URL(location, address);
  }
  throw new Error(`More than ${MAX_REDIRECTS} redirects.`);
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
