import { commandPrefix } from '../../command-prefix.ts';
import { type Config, fileSettings } from '../../config.ts';
import type { Context } from '../../context.ts';
import { addressOf, type Link } from '../../inbox/staff/links/link.ts';
import { makeLinkOfFirstOwner } from '../../inbox/staff/users/creation.ts';
import {
  type Account,
  createAccount,
  listAccounts,
  listHeld,
  lockFirstAccount,
} from '../../platform/accounts/account.ts';
import { DEMO_CUSTOMER, DEMO_OWNER, DEMO_USER, demoCommands } from '../../platform/lib/demo.ts';
import { isLoopbackHost } from '../../platform/lib/loopback.ts';
import { isPlainAndOpen } from '../http/plain-text.ts';
import { askControl } from '../sandbox/control.ts';
import { claimNumber } from '../sandbox/phones/phone.ts';
import type { Sandbox } from './sandbox/sandbox-process.ts';
import type { WelcomeLine } from './welcome-line.ts';

const CUSTOMER_NAME = 'Sari';
/** Later, the first start shows no key. */
const SANDBOX_READY_MS = 30_000;
const CONTROL_TIMEOUT_MS = 5_000;
const PLAIN_WARNING: readonly WelcomeLine[] = [
  {
    text:
      'Warning: other machines can connect, and the API speaks plain HTTP: the network can read API keys and ' +
      'messages.',
    style: 'warning',
  },
  {
    text:
      'Set KURIR_TLS_CERT_FILE and KURIR_TLS_KEY_FILE. Or set KURIR_HOST=127.0.0.1 behind a TLS proxy on this ' +
      'machine.',
  },
];
const OPEN_WARNING: WelcomeLine = {
  text: 'Warning: every program on this machine can control the sandbox (KURIR_SANDBOX_OPEN=1).',
  style: 'warning',
};
const EMPTY: WelcomeLine = { text: '' };

/** Without an account, each call gets 401. */
export async function plainWelcome(ctx: Context, url: string | null): Promise<WelcomeLine[]> {
  if (url === null) return [{ text: 'Kurir is ready (without the api role).', style: 'ready' }];
  const ready = [...readyLines(ctx.config, url), ...(await dashboardLines(ctx, url, undefined))];
  const accounts = await listAccounts(ctx.db);
  if (accounts.length > 0)
    return [...ready, ...(await heldLines(ctx)), ...lostKey(accounts, commandPrefix(ctx.config))];
  const settings =
    ctx.config.DATABASE_URL && !fileSettings.has('DATABASE_URL') ? ', with the settings of this gateway' : '';
  const create = `${commandPrefix(ctx.config)} account create --name NAME`;
  return [...ready, { text: `There is no account yet. Create one${settings}:`, copy: create }];
}

/** After a restore. */
async function heldLines({ db, config }: Context): Promise<WelcomeLine[]> {
  const { length } = await listHeld(db);
  if (length === 0) return [];
  return [
    {
      text: `The database was restored: ${length} accounts are suspended, and nothing is sent.`,
      style: 'warning',
    },
    {
      text: 'To go on without what was queued (docs/backups.md, Restore):',
      copy: `${commandPrefix(config)} account activate --held --drop-queued`,
    },
  ];
}

function readyLines(config: Config, url: string): WelcomeLine[] {
  const ready: WelcomeLine = { text: `Kurir is ready: ${url}`, style: 'ready' };
  return isPlainAndOpen(config) ? [ready, ...PLAIN_WARNING] : [ready];
}

/** Creates a demo account, owner and phone, and shows the key once. */
export async function sandboxWelcome(
  ctx: Context,
  url: string,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<WelcomeLine[]> {
  const kurir = commandPrefix(ctx.config);
  const ready = readyLines(ctx.config, url);
  // Also without a log.
  if (ctx.config.KURIR_SANDBOX_OPEN === '1') ready.push(OPEN_WARNING);
  const accounts = await listAccounts(ctx.db);
  if (accounts.length > 0) return [...ready, ...(await laterSteps(ctx, url, accounts))];
  try {
    await sandbox.ready(SANDBOX_READY_MS, signal);
    await switchOnPhone(sandbox, { number: DEMO_CUSTOMER, name: CUSTOMER_NAME });
  } catch (error) {
    signal.throwIfAborted();
    // The next start tries again.
    ctx.log.error({ err: error }, 'welcome.no_sandbox');
    return ready;
  }
  const made = await ctx.db.transaction(async (tx) => {
    await lockFirstAccount(tx);
    return (await listAccounts(ctx.db)).length > 0 ? null : makeDemo(ctx);
  });
  if (!made) return [...ready, ...(await laterSteps(ctx, url, await listAccounts(ctx.db)))];
  const dashboard = await dashboardLines(ctx, url, { id: made.account_id });
  return [...ready, ...dashboard, ...firstSteps(url, made.api_key, kurir)];
}

async function makeDemo(ctx: Context): Promise<{ account_id: number; api_key: string }> {
  const made = await createAccount(ctx, { name: 'Demo', plan: 'pro', kind: 'sandbox' });
  await givePhones(ctx, made.account_id);
  return made;
}

async function laterSteps(ctx: Context, url: string, accounts: readonly Account[]): Promise<WelcomeLine[]> {
  const usable = accounts.find(({ kind, status }) => kind === 'sandbox' && status === 'active');
  const next = nextSteps(usable, commandPrefix(ctx.config));
  return [...(await dashboardLines(ctx, url, usable)), ...next];
}

/** A key is shown only once. */
function lostKey(accounts: readonly Account[], kurir: string): WelcomeLine[] {
  const [only, ...more] = accounts.filter(({ status }) => status === 'active');
  if (!only) return [];
  const list = more.length > 0 ? ` (list the accounts: ${kurir} account list)` : '';
  const create = `${kurir} key create --account ${more.length > 0 ? 'ID' : only.id}${list}`;
  return [{ text: 'To replace a lost API key:', copy: create }];
}

function nextSteps(usable: Account | undefined, kurir: string): WelcomeLine[] {
  const newKey = usable && { text: 'Another API key:', copy: `${kurir} key create --account ${usable.id}` };
  const create = `${kurir} account create --name Test --plan pro --sandbox`;
  return [...(newKey ? [newKey] : []), { text: 'Another test account:', copy: create }];
}

function firstSteps(url: string, apiKey: string, kurir: string): WelcomeLine[] {
  const { pair, send, look } = demoCommands(kurir);
  return [
    { text: 'API key of the demo account, shown only now:', copy: apiKey, style: 'key' },
    EMPTY,
    { text: 'A first message, in a second terminal in this folder:' },
    EMPTY,
    ...[pair, send, look].map((copy) => ({ text: '', copy })),
    EMPTY,
    { text: `The same with curl, and how to receive answers: docs/quick-start.md, or in a browser: ${url}/` },
  ];
}

async function givePhones(ctx: Context, id: number): Promise<void> {
  const phone = { is_phone: true, official_phone_number_id: null };
  await claimNumber(ctx, { id }, { ...phone, number: DEMO_CUSTOMER, name: CUSTOMER_NAME });
  await claimNumber(ctx, { id }, { ...phone, number: DEMO_OWNER, name: 'Toko Demo' });
}

async function switchOnPhone({ address }: Sandbox, phone: { number: string; name: string }): Promise<void> {
  const signal = AbortSignal.timeout(CONTROL_TIMEOUT_MS);
  const answer = await askControl(address, '/sandbox/phones', { signal, body: phone });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The sandbox refused the demo phone: ${answer.status}.`);
}

/** Null when it is off. A sandbox account's link logs its demo owner in: the lines never go to a log. */
async function dashboardLines(
  ctx: Context,
  url: string,
  demo: Pick<Account, 'id'> | undefined,
): Promise<WelcomeLine[]> {
  const { KURIR_PUBLIC_URL, KURIR_DASHBOARD } = ctx.config;
  if (KURIR_DASHBOARD === 'off') return [];
  const origins = [KURIR_PUBLIC_URL ?? url, url];
  const origin = origins.find(acceptsLogIn);
  const link = demo && origin !== undefined ? await linkOfDemo(ctx, demo) : null;
  if (link && origin !== undefined) {
    const text = 'Dashboard. This link logs you in once, within an hour:';
    return [{ text, copy: addressOf(origin, link), style: 'key' }, { text: '' }];
  }
  const text = origin === undefined ? 'Dashboard (it needs HTTPS to log in):' : 'Dashboard:';
  return [{ text, copy: `${(origin ?? url).replace(/\/+$/, '')}/app` }];
}

/** The demo owner manages its own account alone. */
async function linkOfDemo(ctx: Context, demo: Pick<Account, 'id'>): Promise<Link | null> {
  const isOperator = (await listAccounts(ctx.db)).length === 1;
  return makeLinkOfFirstOwner(ctx, demo, { ...DEMO_USER, isOperator });
}

/** Plain HTTP only on this machine. */
function acceptsLogIn(origin: string): boolean {
  const { protocol, host } = new URL(origin);
  return protocol === 'https:' || isLoopbackHost(host);
}
