import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { prefers } from '../../../platform/lib/http/accept.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { limitLines } from '../../../platform/lib/line-limit.ts';
import { listChoices } from '../log-in/log-in.ts';
import { setCookie } from '../sessions/cookie.ts';
import { keepKnownUser } from '../sessions/known-browser.ts';
import { type Origin, originOf } from '../sessions/session.ts';
import { countFromAddress } from '../throttle/throttle.ts';
import type { OidcUser } from './oidc.ts';
import { enterByOidc } from './oidc.ts';
import { CHOICES, PENDING } from './pending.ts';
import type { Checks, Identity, OidcProvider } from './provider.ts';
import { readReturnPath } from './return-to.ts';
import { OidcState, StartOidc } from './schema.ts';
import type { Trouble } from './trouble.ts';

const START = '/app/api/oidc/start';
/** Relative to the routes: a proxy may add a prefix. */
const APP = '../../';
const tags = ['Staff'];

/** Strangers can repeat a failure. */
const MAX_LINES_PER_SECOND = 10;

type Step = 'start' | 'callback';

/** Logs within limits. Returns the caller's error. */
type Explain = (trouble: Trouble, step: Step) => ApiError;

/** `provider` is null without KURIR_OIDC_ISSUER. */
export function oidcRoutes(http: Http, ctx: Context, provider: OidcProvider | null): void {
  const explain = explainTrouble(ctx);
  stateRoute(http, ctx, provider);
  startRoute(http, ctx, { provider, explain });
  callbackRoute(http, ctx, { provider, explain });
}

interface Tools {
  provider: OidcProvider | null;
  explain: Explain;
}

function stateRoute(http: Http, ctx: Context, provider: OidcProvider | null): void {
  http.get('/app/api/oidc', {
    config: { staff: 'public', errors: [] },
    schema: {
      tags,
      operationId: 'getOidc',
      summary: 'Look up the OIDC provider',
      description: 'Answers whether staff can log in at an OIDC provider.',
      response: { 200: OidcState.describe('The provider.') },
    },
    handler: async (request) => ({
      enabled: provider !== null,
      name: provider === null ? null : ctx.config.KURIR_OIDC_NAME,
      start_url: provider === null ? null : START,
      accounts: await listAccounts(ctx, CHOICES.read(ctx, request)),
    }),
  });
}

function startRoute(http: Http, ctx: Context, { provider, explain }: Tools): void {
  http.get(START, {
    config: { staff: 'public', takesVisits: true, changesState: true, errors: ['oidc_not_configured'] },
    schema: {
      tags,
      operationId: 'startOidc',
      summary: 'Log in at the OIDC provider',
      description:
        'Sends the browser to the OIDC provider. A browser that cannot begin goes to `/app/log-in`.',
      querystring: StartOidc,
    },
    handler: async (request, reply) =>
      orLogInPage(ctx, request, reply, async () => {
        const { return_to, account_id: accountId = null, choose } = request.query;
        const { secure } = originOf(request);
        const begun = await configured(provider).begin();
        if (begun.outcome !== 'begun') throw explain(begun, 'start');
        const returnTo = readReturnPath(return_to) ?? '/app';
        const wish = { returnTo, accountId, isChoosing: choose === 'true' };
        PENDING.keep(ctx, reply, { ...begun.checks, ...wish }, secure);
        return begun.url;
      }),
  });
}

function callbackRoute(http: Http, ctx: Context, { provider, explain }: Tools): void {
  http.get('/app/api/oidc/callback', {
    config: {
      staff: 'public',
      // It waits for the provider.
      lane: 'outside',
      takesVisits: true,
      changesState: true,
      errors: [
        'oidc_not_configured',
        'oidc_refused',
        'oidc_second_factor',
        'account_required',
        'too_many_attempts',
      ],
    },
    schema: {
      tags,
      operationId: 'finishOidc',
      summary: 'Come back from the OIDC provider',
      description:
        'Opens a session, and sends the browser to `return_to` of the start. A refused browser goes to ' +
        '`/app/log-in?problem=CODE`.',
    },
    handler: async (request, reply) =>
      orLogInPage(ctx, request, reply, async () => {
        const asked = configured(provider);
        const origin = originOf(request);
        const pending = PENDING.read(ctx, request);
        if (pending === null) throw new ApiError('oidc_refused', NOT_BEGUN);
        // One attempt per code.
        PENDING.forget(reply, origin.secure);
        await countFromAddress(ctx, 'oidc', origin.address);
        const identity = await identify({ provider: asked, explain }, request, pending);
        const entered = await enterByOidc(ctx, identity, pending, origin);
        if ('choices' in entered) throw await askForAccount(ctx, reply, entered.choices, origin);
        setCookie(reply, entered.session.secret, origin.secure);
        keepKnownUser(ctx, reply, entered.user.user_uuid, origin.secure);
        CHOICES.forget(reply, origin.secure);
        return APP + pending.returnTo.slice('/app/'.length);
      }),
  });
}

/** The log-in page asks for accounts: an address would show them. */
async function askForAccount(
  ctx: Context,
  reply: FastifyReply,
  users: readonly OidcUser[],
  { secure }: Origin,
): Promise<ApiError> {
  const idsOf = (isPinned: boolean) =>
    users.filter(({ is_pinned }) => is_pinned === isPinned).map(({ account_id }) => account_id);
  const choices = { joined: idsOf(true), open: idsOf(false) };
  CHOICES.keep(ctx, reply, choices, secure);
  return new ApiError('account_required', undefined, { accounts: await listAccounts(ctx, choices) });
}

async function listAccounts(ctx: Context, choices: { joined: number[]; open: number[] } | null) {
  const { joined, open } = choices ?? { joined: [], open: [] };
  const accounts = await listChoices(ctx, [...joined, ...open]);
  return accounts
    .map((each) => ({ ...each, joined: joined.includes(each.account_id) }))
    .toSorted((one, other) => Number(other.joined) - Number(one.joined));
}

/** Browsers see refusals on the log-in page, others as JSON. */
async function orLogInPage(
  { config }: Pick<Context, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  act: () => Promise<string>,
): Promise<FastifyReply> {
  const hasPage = config.KURIR_DASHBOARD === 'on' && prefers(request.headers.accept, 'text/html');
  try {
    return reply.redirect(await act(), 302);
  } catch (error) {
    if (!hasPage || !(error instanceof ApiError)) throw error;
    return reply.redirect(`${APP}log-in?problem=${error.code}`, 302);
  }
}

async function identify(
  { provider, explain }: { provider: OidcProvider; explain: Explain },
  { raw }: FastifyRequest,
  checks: Checks,
): Promise<Identity> {
  const finished = await provider.finish((raw.url ?? '').replace(/^[^?]*/, ''), checks);
  if (finished.outcome !== 'identified') throw explain(finished, 'callback');
  return finished.identity;
}

const NOT_BEGUN =
  'This browser has not begun a log-in in the last ten minutes. Begin again at the address in KURIR_PUBLIC_URL.';

function explainTrouble({ log, now }: Pick<Context, 'log' | 'now'>): Explain {
  const isLogged = limitLines(
    MAX_LINES_PER_SECOND,
    (failures) => log.warn({ failures }, 'oidc.failures_not_logged'),
    () => now().getTime(),
  );
  return ({ outcome, reason }, step) => {
    if (isLogged()) log.warn({ step, outcome, reason }, 'oidc.failed');
    return outcome === 'refused'
      ? new ApiError('oidc_refused')
      : new ApiError('service_unavailable', UNAVAILABLE);
  };
}

const UNAVAILABLE =
  'The OIDC provider does not answer, or does not know this gateway. Try again after the seconds in Retry-After.';

function configured(provider: OidcProvider | null): OidcProvider {
  if (provider === null) throw new ApiError('oidc_not_configured');
  return provider;
}
