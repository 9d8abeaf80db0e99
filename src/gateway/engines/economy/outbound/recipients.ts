import { type AuthenticationCreds, isJidGroup, jidNormalizedUser, type WASocket } from 'baileys';
import { addressOfLid, jidOf, lidUserOf, phoneOf } from '../addresses.ts';
import type { GroupBook } from '../inbound/group-book.ts';
import type { ContactDevices } from './contact-devices.ts';

export type Recipient = { jid: string } | { refused: true } | { unknown: true };

/** Baileys reports no error for unknown numbers. */
export class Recipients {
  readonly #sock: WASocket;
  readonly #own: string;
  readonly #devices: ContactDevices;
  readonly #groups: GroupBook;
  /** Each query starts new Signal sessions, so a contact has one query at a time. */
  readonly #queries = new Map<string, Promise<string | null>>();

  constructor(
    sock: WASocket,
    creds: AuthenticationCreds,
    { devices, groups }: { devices: ContactDevices; groups: GroupBook },
  ) {
    this.#sock = sock;
    this.#groups = groups;
    this.#own = jidNormalizedUser(creds.me?.id);
    this.#devices = devices;
  }

  /** `phone` may be the address of a LID. `unknown`: no answer. */
  async find(phone: string): Promise<Recipient> {
    // The send would query under the lock.
    await this.#addressOf(this.#own);
    const jid = jidOf(phone);
    if (isJidGroup(jid)) return this.#findGroup(jid);
    const known = await this.#addressOf(jid);
    if (known) return { jid: known };

    // Not registered, no answer, or another form of number.
    const answers = await this.#sock.onWhatsApp(jid);
    if (answers === undefined) return { unknown: true };
    const canonical = answers.find(({ exists }) => exists)?.jid;
    if (canonical === undefined) return { refused: true };
    const found = await this.#addressOf(canonical);
    if (!found) return { unknown: true };
    await this.#devices.set(phone, await this.#devices.get(phoneOf(canonical) ?? phone));
    return { jid: found };
  }

  /** The devices of the members have sessions before the send takes the lock. */
  async #findGroup(jid: string): Promise<Recipient> {
    const found = await this.#groups.find(jid);
    if (found === null) return { unknown: true };
    const [group] = found;
    if (!group) return { refused: true };
    const devices = await this.#sock.getUSyncDevices(
      group.participants.map(({ id }) => id),
      true,
      false,
    );
    await this.#sock.assertSessions(devices.map((device) => device.jid));
    return { jid };
  }

  async #addressOf(jid: string): Promise<string | null> {
    const query = this.#queries.get(jid) ?? this.#query(jid).finally(() => this.#queries.delete(jid));
    this.#queries.set(jid, query);
    return query;
  }

  async #query(jid: string): Promise<string | null> {
    const found = await this.#sock.getUSyncDevices([jid], true, false);
    const user = found[0]?.user;
    if (!user) return null;
    return jidOf(lidUserOf(jid) === null ? user : addressOfLid(user));
  }
}
