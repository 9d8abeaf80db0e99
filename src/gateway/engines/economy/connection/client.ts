import {
  type AuthenticationCreds,
  type BinaryNode,
  jidNormalizedUser,
  makeWASocket,
  type SocketConfig,
  type WASocket,
  type WAVersion,
} from 'baileys';
import type { Clock } from '../../../../platform/lib/clock.ts';
import type { Log } from '../../../../platform/lib/log.ts';
import type { SessionHost } from '../../engine.ts';
import { isOwn } from '../addresses.ts';
import { ArrivalOrder } from '../inbound/arrival-order.ts';
import { EditSecrets } from '../inbound/edit-secrets.ts';
import { GroupBook } from '../inbound/group-book.ts';
import { releaseHeld } from '../inbound/held-messages.ts';
import { LoginTime } from '../inbound/login-time.ts';
import { UnreadableMessages } from '../inbound/unreadable.ts';
import { Ratchets, type WorkScope } from '../keys/ratchets.ts';
import { signalKeys } from '../keys/signal-keys.ts';
import { ConnectionGone, type KeyCache, KeyVault } from '../keys/vault.ts';
import { type ContactDevices, contactDevices } from '../outbound/contact-devices.ts';
import { encodeContent } from '../outbound/content.ts';
import { Recipients } from '../outbound/recipients.ts';
import type { Timing } from '../timing.ts';
import type { Agents } from './agents.ts';
import { deliverInOrder } from './deliver-in-order.ts';
import { makeRepository } from './signal-repository.ts';
import { fixedOptions } from './socket-options.ts';
import { StanzaIndex } from './stanza-index.ts';

export interface ClientParts {
  host: SessionHost;
  creds: AuthenticationCreds;
  url: string;
  agents: Agents;
  version: WAVersion;
  cache: KeyCache;
  /** Unique among all connections. */
  cachePrefix: string;
  scope: WorkScope;
  timing: Timing;
  clock: Clock;
  log: Log;
}

export interface Client {
  sock: WASocket;
  vault: KeyVault;
  ratchets: Ratchets;
  recipients: Recipients;
  contactDevices: ContactDevices;
  order: ArrivalOrder;
  stanzas: StanzaIndex;
  loginTime: LoginTime;
  unreadable: UnreadableMessages;
  edits: EditSecrets;
  groups: GroupBook;
}

/** Starts connecting at once. */
export function createClient(parts: ClientParts, onStoreFailure: (error: unknown) => void): Client {
  const { host, creds, clock, scope, cache, cachePrefix } = parts;
  const vault = new KeyVault(host.store, cache, cachePrefix, onStoreFailure);
  const ratchets = new Ratchets(vault, scope);
  const loginTime = new LoginTime(clock);
  const onFailure = (error: unknown) => {
    if (!(error instanceof ConnectionGone)) parts.log.error({ err: error }, 'economy.trace_not_stored');
  };
  const waitMs = parts.timing.unreadableAfterMs;
  const groups = new GroupBook(
    () => host.takesGroups(),
    (error) => parts.log.warn({ err: error, deviceUuid: host.deviceUuid }, 'economy.group_not_read'),
  );
  const traces = { vault, ratchets, creds, clock, loginTime, groups, onFailure };
  const unreadable = new UnreadableMessages({ ...traces, waitMs });
  const edits = new EditSecrets({ vault, ratchets, clock });
  const keys = {
    vault,
    ratchets,
    loginTime,
    unreadable,
    edits,
    groups,
    contactDevices: contactDevices(vault, clock),
    order: new ArrivalOrder(() => host.takesGroups()),
    stanzas: new StanzaIndex(),
  };
  // First in the queue for the lock.
  const before = async () => {
    await releaseHeld(vault, ratchets);
    await unreadable.load();
    await edits.load();
  };
  ratchets.run(before).catch(onFailure);
  const sock = createSocket(parts, keys);
  keys.groups.listen(sock);
  deliverInOrder(sock, { ...keys, creds, clock, onFailure, rejectsCalls: () => host.rejectsCalls() });
  return {
    ...keys,
    sock,
    recipients: new Recipients(sock, creds, { devices: keys.contactDevices, groups: keys.groups }),
  };
}

function createSocket(parts: ClientParts, client: Omit<Client, 'sock' | 'recipients'>): WASocket {
  const { host, creds, url, agents, version, timing, clock, log } = parts;
  const { vault, ratchets, contactDevices } = client;
  const keys = signalKeys({ vault, ratchets });
  const confirm = async ({ attrs }: BinaryNode) => {
    if (!attrs.from || !attrs.id || isOwn(attrs.from, creds)) return;
    await sock.sendReceipt(attrs.from, attrs.participant, [attrs.id], 'inactive');
  };
  const sock: WASocket = makeWASocket({
    ...fixedOptions(timing),
    waWebSocketUrl: url,
    version,
    agent: agents.socket,
    fetchAgent: agents.upload,
    auth: { creds, keys },
    makeSignalRepository: makeRepository({ ...client, creds, keys, clock, confirm }),
    logger: clientLogger(log, host.deviceUuid),
    userDevicesCache: contactDevices,
    cachedGroupMetadata: async (jid) => (await client.groups.find(jid))?.[0],
    getMessage: async ({ id }) => {
      const message = id ? await host.findSent(id) : null;
      return (message && encodeContent(message, jidNormalizedUser(creds.me?.id), clock.now())) ?? undefined;
    },
  });
  return sock;
}

/** Keeps only the texts: the objects may hold bodies and keys. */
function clientLogger(log: Log, deviceUuid: string): SocketConfig['logger'] {
  const keepText = (subject: unknown, message?: string) => {
    const text = typeof subject === 'string' ? subject : message;
    if (text) log.debug({ deviceUuid, said: text.replace(/\d{4,}/g, '#').slice(0, 200) }, 'economy.client');
  };
  const drop = () => {};
  const logger: SocketConfig['logger'] = {
    level: 'silent',
    child: () => logger,
    trace: drop,
    debug: drop,
    info: drop,
    warn: keepText,
    error: keepText,
  };
  return logger;
}
