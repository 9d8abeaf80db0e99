import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Config, InvalidConfig } from '../../config.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import { findListener, type Listener } from '../../platform/lib/listener.ts';
import { localUrl } from '../../platform/lib/local-url.ts';

const LOOK_MS = 1_000;
const HIGHEST_PORT = 65_535;
const LAST_PRIVILEGED_PORT = 1_023;

type PortSetting = 'KURIR_PORT' | 'KURIR_HEALTH_PORT' | 'KURIR_METRICS_PORT' | 'KURIR_SANDBOX_PORT';

/** Why a server cannot listen, and what to do. */
export async function listenProblem(
  error: unknown,
  host: string,
  port: number,
  setting: PortSetting = 'KURIR_PORT',
): Promise<InvalidConfig> {
  return new InvalidConfig(await explain(codeOf(error) || String(error), host, port, setting));
}

/** Before a start creates anything. Throws InvalidConfig. */
export async function assertFreePort({ KURIR_HOST: host, KURIR_PORT: port }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  }).catch(async (error: unknown) => {
    throw await listenProblem(error, host, port);
  });
}

async function explain(code: string, host: string, port: number, setting: PortSetting): Promise<string> {
  const place = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return explainTaken(setting, host, port);
    case 'EACCES':
      return port <= LAST_PRIVILEGED_PORT
        ? `${setting}: ports below 1024 are for root. Choose another port, for example ${setting}=8080 (${place})`
        : `${setting}: the system does not allow this user to listen on ${place}. Choose another port or KURIR_HOST`;
    case 'EADDRNOTAVAIL':
      return `KURIR_HOST: this machine has no address ${host}. ${addresses()}`;
    case 'EAFNOSUPPORT':
      return `KURIR_HOST: this machine does not support IPv6, so it cannot listen on ${host}. ${addresses()}`;
    case 'EINVAL':
      return `KURIR_HOST: ${host} is not complete. A link-local address needs its interface: fe80::1%eth0`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `KURIR_HOST: ${host} is no address, and no name that this machine knows. ${addresses()}`;
    default:
      return `${setting}: cannot listen on ${place} (${code})`;
  }
}

/** Who has the port. */
export async function explainTaken(setting: PortSetting, host: string, port: number): Promise<string> {
  const [listener, isKurir] = await Promise.all([findListener(port), answersAsKurir(host, port)]);
  const by = isKurir ? describeKurir(listener) : describeProgram(listener);
  const advice = isKurir ? `Stop it there (${KURIR} stop), or choose` : 'Stop it, or choose';
  const free = port < HIGHEST_PORT ? port + 1 : port - 1;
  return `${setting}: port ${port} is taken by ${by}. ${advice} another port: ${setting}=${free}`;
}

function describeKurir(listener: Listener | null): string {
  if (!listener) return 'another Kurir';
  return `another Kurir${listener.folder ? ` in ${listener.folder}` : ''} (process ${listener.pid})`;
}

function describeProgram(listener: Listener | null): string {
  return `another program${listener ? ` (process ${listener.pid}: ${listener.command})` : ''}`;
}

/** TLS (with any certificate) is tried last: a gateway without TLS would log the handshake as a bad request. */
async function answersAsKurir(host: string, port: number): Promise<boolean> {
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const signal = AbortSignal.timeout(LOOK_MS);
  const looksLikeKurir = async (scheme: 'http' | 'https') => {
    try {
      const answer = await fetch(`${localUrl(scheme, host, port)}/healthz`, { dispatcher, signal });
      return (await answer.text()) === '{"status":"alive"}' && answer.headers.has('x-request-id');
    } catch {
      return false;
    }
  };
  try {
    return (await looksLikeKurir('http')) || (await looksLikeKurir('https'));
  } finally {
    await dispatcher.destroy();
  }
}

function addresses(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const known = all.map(({ address }) => address).filter((address) => !address.startsWith('fe80:'));
  return `Use 0.0.0.0 for all addresses, or one of: ${known.join(', ')}`;
}
