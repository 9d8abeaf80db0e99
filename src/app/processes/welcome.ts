import { type Account, createAccount, listAccounts } from '../../accounts/account.ts';
import { type Config, fileSettings } from '../../config.ts';
import type { Context } from '../../context.ts';
import { DEMO_CUSTOMER, demoCommands } from '../../lib/demo.ts';
import { isPlainAndOpen } from '../http/plain-text.ts';
import { askControl } from '../sandbox-control.ts';
import { commandPrefix } from './command-prefix.ts';
import type { Sandbox } from './sandbox/sandbox-process.ts';

/** Without the sandbox in this time, the first start shows no key. */
const SANDBOX_READY_MS = 30_000;
const CONTROL_TIMEOUT_MS = 5_000;
const PLAIN_WARNING =
  'Warning: other machines can connect, and the API speaks plain HTTP: the network can read API keys and messages.\n' +
  'Set KURIR_TLS_CERT_FILE and KURIR_TLS_KEY_FILE. Or set KURIR_HOST=127.0.0.1 behind a TLS proxy on this machine.\n';

/** Without an account, every call gets 401: the next command creates one. */
export async function plainWelcome(ctx: Context, url: string | null): Promise<string> {
  if (url === null) return 'Kurir is ready (without the api role).\n';
  const ready = readyText(ctx.config, url);
  const accounts = await listAccounts(ctx.db);
  if (accounts.length > 0) return ready + lostKey(accounts, commandPrefix(ctx.config));
  const settings =
    ctx.config.DATABASE_URL && !fileSettings.has('DATABASE_URL') ? ', with the settings of this gateway' : '';
  const create = `${commandPrefix(ctx.config)} account create --name NAME`;
  return `${ready}There is no account yet. Create one${settings}: ${create}\n`;
}

function readyText(config: Config, url: string): string {
  return `Kurir is ready: ${url}\n${isPlainAndOpen(config) ? PLAIN_WARNING : ''}`;
}

/** The first start creates a demo account and a demo phone. Only that start shows the key. */
export async function sandboxWelcome(
  ctx: Context,
  url: string,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<string> {
  const kurir = commandPrefix(ctx.config);
  const ready = readyText(ctx.config, url) + openWarning(ctx);
  const accounts = await listAccounts(ctx.db);
  if (accounts.length > 0) return ready + nextSteps(accounts, kurir);
  try {
    await sandbox.ready(SANDBOX_READY_MS, signal);
    await switchOnPhone(sandbox, DEMO_CUSTOMER);
  } catch (error) {
    signal.throwIfAborted();
    // The next start tries again.
    ctx.log.error({ err: error }, 'welcome.no_sandbox');
    return ready;
  }
  const { api_key } = await createAccount(ctx, { name: 'Demo', plan: 'pro', kind: 'sandbox' });
  return ready + firstSteps(url, api_key, kurir);
}

/** A key is shown only once. */
function lostKey(accounts: readonly Account[], kurir: string): string {
  const [only, ...more] = accounts.filter(({ status }) => status === 'active');
  if (!only) return '';
  const list = more.length > 0 ? ` (list the accounts: ${kurir} account list)` : '';
  return `To replace a lost API key: ${kurir} key create --account ${more.length > 0 ? 'ID' : only.id}${list}\n`;
}

/** The key of the first start is not shown again. */
function nextSteps(accounts: readonly Account[], kurir: string): string {
  const usable = accounts.find(({ kind, status }) => kind === 'sandbox' && status === 'active');
  const newKey = usable ? `Another API key: ${kurir} key create --account ${usable.id}\n` : '';
  return `${newKey}Another test account: ${kurir} account create --name Test --plan pro --sandbox\n`;
}

/** Also without a log. */
function openWarning({ config }: Context): string {
  if (config.KURIR_SANDBOX_OPEN === '0') return '';
  return 'Warning: every program on this machine can control the sandbox (KURIR_SANDBOX_OPEN=1).\n';
}

function firstSteps(url: string, apiKey: string, kurir: string): string {
  const { pair, send, look } = demoCommands(kurir);
  return `API key of the demo account, shown only now: ${apiKey}

A first message, in a second terminal in this folder:

${pair}
${send}
${look}

The same with curl, and how to receive answers: docs/quick-start.md, or in a browser: ${url}/
`;
}

async function switchOnPhone({ address }: Sandbox, number: string): Promise<void> {
  const signal = AbortSignal.timeout(CONTROL_TIMEOUT_MS);
  const answer = await askControl(address, '/sandbox/phones', { signal, body: { number } });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The sandbox refused the demo phone: ${answer.status}.`);
}
