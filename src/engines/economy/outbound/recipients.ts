import { type AuthenticationCreds, jidNormalizedUser, type SocketConfig, type WASocket } from 'baileys';
import { type Clock, DAY } from '../../../lib/clock.ts';
import { jidOf, phoneOf } from '../addresses.ts';
import { encodeKey } from '../keys/codec.ts';
import type { KeyVault } from '../keys/vault.ts';

/** A list is refreshed after this long even when no notification touched it. */
const DEVICES_TTL_MS = 7 * DAY;

type DeviceCache = NonNullable<SocketConfig['userDevicesCache']>;

/**
 * The devices of each contact, kept beside the keys. Without this the first message to a contact after every reconnect asks
 * the server anew, burns one of the contact's one-time keys and starts the Signal session over.
 */
export function deviceCache(vault: KeyVault, clock: Clock): DeviceCache {
  const type = 'user-devices';
  const put = (id: string, value: Uint8Array | null) => vault.write({ keys: [{ type, id, value }] });
  return {
    async get<T>(user: string) {
      const entry = (await vault.get(type, [user])).get(user) as { at: number; devices: T } | undefined; // written by set
      const fresh = entry && clock.now().getTime() - entry.at < DEVICES_TTL_MS;
      return (fresh ? entry.devices : undefined) as T; // the declared type forgets that a cache may miss
    },
    set: (user, devices) => put(user, encodeKey(type, { at: clock.now().getTime(), devices })),
    del: (user) => put(user, null),
    flushAll() {},
  };
}

export type Recipient = { jid: string } | { refused: true } | { unknown: true };

/**
 * Whom to write to. Asked before each send, because the client would "send" to a number without WhatsApp and say nothing;
 * known contacts cost no question. Each question makes the client start new Signal sessions with all devices it learns of,
 * so nobody is asked for twice at a time.
 */
export class Recipients {
  readonly #sock: WASocket;
  readonly #own: string;
  readonly #devices: DeviceCache;
  readonly #asking = new Map<string, Promise<string | null>>();

  constructor(sock: WASocket, creds: AuthenticationCreds, devices: DeviceCache) {
    this.#sock = sock;
    this.#own = jidNormalizedUser(creds.me?.id);
    this.#devices = devices;
  }

  /** `unknown`: the server did not answer. Rejects when it refuses to. */
  async find(phone: string): Promise<Recipient> {
    // The own devices are needed next, under the lock: better to learn them here.
    await this.#userOf(this.#own);
    const jid = jidOf(phone);
    const known = await this.#userOf(jid);
    if (known) return { jid: known };

    // No devices: not registered, or no answer, or registered under another spelling of the number.
    const answers = await this.#sock.onWhatsApp(jid);
    if (answers === undefined) return { unknown: true };
    const canonical = answers.find(({ exists }) => exists)?.jid;
    if (canonical === undefined) return { refused: true };
    const found = await this.#userOf(canonical);
    if (!found) return { unknown: true };
    await this.#devices.set(phone, await this.#devices.get(phoneOf(canonical) ?? phone));
    return { jid: found };
  }

  /** The address under which devices were found; the own number has none beside this one when only this one is linked. */
  async #userOf(jid: string): Promise<string | null> {
    const asking = this.#asking.get(jid) ?? this.#ask(jid).finally(() => this.#asking.delete(jid));
    this.#asking.set(jid, asking);
    return asking;
  }

  async #ask(jid: string): Promise<string | null> {
    const found = await this.#sock.getUSyncDevices([jid], true, false);
    const user = found[0]?.user;
    return user ? jidOf(user) : null;
  }
}
