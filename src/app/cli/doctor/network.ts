import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fetch } from 'undici';
import type { Config } from '../../../config.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { deepestReason, reasonOf } from '../../../platform/lib/error-code.ts';
import { API_ERRORS, type ApiErrorCode } from '../../../platform/lib/error-codes.ts';
import { openNames } from '../../../platform/lib/names/names.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const LIMIT_MS = 3 * SECOND;
const PROXY_ERRORS: readonly string[] = ['https_required', 'proxy_without_protocol', 'proxy_not_trusted'];
/** A log-in that nothing grants: the answer tells what arrived at the gateway. */
const NO_LOG_IN = { email: 'doctor@kurir.invalid', password: 'no password' };
const FIREWALL = 'Check the firewall and the proxy of this machine. Numbers of this provider need it.';

/** The way from outside to the gateway, and from this machine to the providers. */
export async function checkNetwork(config: Config): Promise<Finding[]> {
  const { KURIR_PUBLIC_URL, KURIR_WHATSAPP_URL, KURIR_GRAPH_URL } = config;
  const found = await Promise.all([
    KURIR_PUBLIC_URL === undefined ? null : checkPublicUrl(KURIR_PUBLIC_URL),
    checkNames([KURIR_WHATSAPP_URL, KURIR_GRAPH_URL]),
    checkSocket(KURIR_WHATSAPP_URL),
    checkProvider(KURIR_GRAPH_URL),
    checkLinkedLine(config),
  ]);
  return found.filter((finding) => finding !== null);
}

async function checkPublicUrl(url: string): Promise<Finding> {
  const check = 'public_url';
  try {
    const answer = await fetch(`${url.replace(/\/$/, '')}/app/api/session`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', origin: new URL(url).origin },
      body: JSON.stringify(NO_LOG_IN),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const code = codeIn(await answer.text());
    if (code && PROXY_ERRORS.includes(code)) return fault(check, `${url}: ${code}`, API_ERRORS[code][1]);
    if (code) return ok(check, `${url} leads to Kurir, with its protocol`);
    return fault(
      check,
      `${url} answers ${answer.status}, but not as Kurir`,
      'Let the proxy pass calls to Kurir.',
    );
  } catch (error) {
    const advice = 'Look at it from outside: some networks do not lead back to their own address.';
    return warning(check, `${url} does not answer from here (${deepestReason(error)})`, advice);
  }
}

/** Of an error of Kurir. Null: another program answers. */
function codeIn(body: string): ApiErrorCode | null {
  const code = /"error":"(\w+)"/.exec(body)?.[1] ?? '';
  return Object.hasOwn(API_ERRORS, code) ? (code as ApiErrorCode) : null; // a key, as asked before
}

/** As webhooks and sessions resolve names. */
async function checkNames(urls: readonly string[]): Promise<Finding> {
  const names = openNames();
  const hosts = [...new Set(urls.map((url) => new URL(url).hostname))];
  try {
    await Promise.all(hosts.map((host) => names.resolve(host)));
    return ok('dns', hosts.join(', '));
  } catch (error) {
    return warning('dns', reasonOf(error), 'Check the name servers in /etc/resolv.conf.');
  } finally {
    names.close();
  }
}

async function checkSocket(url: string): Promise<Finding> {
  const check = 'whatsapp';
  const socket = new WebSocket(url);
  const isOpen = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), LIMIT_MS);
    const end = (opened: boolean) => () => {
      clearTimeout(timer);
      resolve(opened);
    };
    socket.addEventListener('open', end(true));
    socket.addEventListener('error', end(false));
  });
  socket.close();
  return isOpen ? ok(check, url) : warning(check, `${url} opens no web socket`, FIREWALL);
}

async function checkProvider(url: string): Promise<Finding> {
  const check = 'official_cloud';
  try {
    const answer = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    return ok(check, `${url} answers ${answer.status}`);
  } catch (error) {
    return warning(check, `${url} does not answer (${deepestReason(error)})`, FIREWALL);
  }
}

/** WhatsApp refuses old clients after a while, and newer libraries follow its changes. */
async function checkLinkedLine({
  KURIR_WHATSAPP_URL: url,
  KURIR_WHATSAPP_VERSIONS: given,
}: Config): Promise<Finding> {
  const check = 'linked_line';
  const { isNewer, newestLine, ownLine } = await import('../../../gateway/engines/economy/newest.ts');
  const own = ownLine();
  const client = given[0] ?? own.client;
  const found = `client ${client}, Baileys ${own.library}`;
  const sources = { whatsapp: new URL(url).origin.replace(/^ws/, 'http'), ofPackage: askNpm };
  try {
    const newest = await newestLine(sources, AbortSignal.timeout(LIMIT_MS));
    const all = `${found}; newest ${newest.client}, ${newest.library}`;
    if (!isNewer(newest.library, own.library)) return ok(check, all);
    const advice = `Upgrade Kurir, or set KURIR_WHATSAPP_VERSIONS=${newest.client} when numbers are refused.`;
    return warning(check, all, advice);
  } catch (error) {
    const advice = 'Nothing to do while numbers connect.';
    return warning(check, `${found}; the newest ones are not known here (${deepestReason(error)})`, advice);
  }
}

/** By the settings of the user's npm. */
async function askNpm(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['view', name, 'version'], { timeout: LIMIT_MS });
  return stdout.trim();
}
