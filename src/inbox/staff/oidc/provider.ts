import type { LookupFunction } from 'node:net';
import * as client from 'openid-client';
import { Agent, fetch } from 'undici';
import type { Context } from '../../../context.ts';
import { HOUR, SECOND } from '../../../platform/lib/clock.ts';
import { isLoopbackHost } from '../../../platform/lib/loopback.ts';
import { readEmail } from '../email.ts';
import { classify, type Trouble } from './trouble.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** As registered at the provider. */
  redirectUri: string;
}

/** Ties the answer to the asking browser. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** As the provider confirmed it. */
export interface Identity {
  issuer: string;
  /** Of the issuer, never given to another person. */
  subject: string;
  /** In lower case; null unless verified by the provider. */
  email: string | null;
}

export type Begun = { outcome: 'begun'; url: string; checks: Checks } | Trouble;
export type Finished = { outcome: 'identified'; identity: Identity } | Trouble;

export interface OidcProvider {
  /** Where the browser goes to log in. */
  begin(): Promise<Begun>;
  /** `query` is that of the callback. */
  finish(query: string, checks: Checks): Promise<Finished>;
  close(): Promise<void>;
}

const SCOPE = 'openid email profile';
const TIMEOUT_MS = 5 * SECOND;
const CONNECTIONS = 8;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** A signature with an unknown key reads the keys again. */
const METADATA_AGE_MS = HOUR;

/** Asks the provider at the first log-in. */
export function openProvider(
  settings: ProviderSettings,
  { lookup, now, randomBytes }: Pick<Context, 'now' | 'randomBytes'> & { lookup: LookupFunction },
): OidcProvider {
  const agent = openAgent(lookup);
  const configuration = remembered(() => discover(settings, agent), now);

  return {
    async begin() {
      try {
        const checks = newChecks(randomBytes);
        const url = await authorizationUrl(await configuration(), settings, checks);
        return { outcome: 'begun', url, checks };
      } catch (error) {
        return classify(error);
      }
    },
    async finish(query, checks) {
      try {
        const identity = await identify(await configuration(), callbackUrl(settings, query), checks);
        return { outcome: 'identified', identity };
      } catch (error) {
        return classify(error);
      }
    },
    close: () => agent.destroy(),
  };
}

function newChecks(randomBytes: Context['randomBytes']): Checks {
  // 43 characters: the minimum of RFC 7636.
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), nonce: random(), verifier: random() };
}

async function authorizationUrl(
  configuration: client.Configuration,
  { redirectUri }: ProviderSettings,
  { state, nonce, verifier }: Checks,
): Promise<string> {
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** Without the Host header, which the caller chooses. */
function callbackUrl({ redirectUri }: ProviderSettings, query: string): URL {
  const url = new URL(redirectUri);
  url.search = query;
  return url;
}

async function identify(
  configuration: client.Configuration,
  callback: URL,
  { state, nonce, verifier }: Checks,
): Promise<Identity> {
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('The library returned no ID token.');
  // Some providers say it only at the userinfo endpoint.
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined;
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const said =
    isComplete || !hasUserInfo
      ? claims
      : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { issuer: claims.iss, subject: claims.sub, email: verifiedEmail(said) };
}

function verifiedEmail({ email, email_verified }: Readonly<Record<string, unknown>>): string | null {
  return email_verified === true ? readEmail(email) : null;
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings, agent: Agent) {
  const url = new URL(issuer);
  const isLocal = url.protocol === 'http:' && isLoopbackHost(url.host);
  return client.discovery(url, clientId, undefined, secretAs(clientSecret), {
    timeout: TIMEOUT_MS / SECOND,
    [client.customFetch]: (address, options) => request(agent, address, options),
    // Otherwise the library trusts the connection alone.
    execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
  });
}

/** In the body, unless the provider takes only the header. */
function secretAs(secret: string): client.ClientAuth {
  const inBody = client.ClientSecretPost(secret);
  const inHeader = client.ClientSecretBasic(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const choose = methods.includes('client_secret_post') ? inBody : inHeader;
    return choose(server, ...rest);
  };
}

function openAgent(lookup: LookupFunction): Agent {
  return new Agent({
    connections: CONNECTIONS,
    connect: { timeout: TIMEOUT_MS, lookup },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
    allowH2: false,
  });
}

async function request(agent: Agent, address: string, options: client.CustomFetchOptions): Promise<Response> {
  const { protocol, host } = new URL(address);
  if (protocol === 'http:' && !isLoopbackHost(host)) throw new TypeError('plain http beyond loopback');
  const { body, duplex: _, signal, ...rest } = options;
  const answer = await fetch(address, {
    ...rest,
    // The library sends only forms.
    ...(body != null && { body: String(body) }),
    ...(signal !== undefined && { signal }),
    dispatcher: agent,
  });
  // Node's class under another name.
  return answer as unknown as Response;
}

/** Calls share one question. Failures are not kept. */
function remembered<Value>(ask: () => Promise<Value>, now: () => Date): () => Promise<Value> {
  let known: { value: Promise<Value>; until: number } | null = null;
  return () => {
    if (known !== null && known.until > now().getTime()) return known.value;
    const asked = { value: ask(), until: now().getTime() + METADATA_AGE_MS };
    known = asked;
    asked.value.catch(() => {
      if (known === asked) known = null;
    });
    return asked.value;
  };
}
