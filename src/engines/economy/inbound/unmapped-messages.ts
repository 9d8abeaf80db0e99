import type { Log } from '../../../lib/log.ts';
import type { ReceivedMessage } from '../../engine.ts';
import { encodeKey } from '../keys/codec.ts';
import { putWrite, type Ratchets } from '../keys/ratchets.ts';
import type { KeyVault } from '../keys/vault.ts';

/** More messages of one unknown sender than these are not kept. */
export const MAX_HELD = 200;

type Held = Omit<ReceivedMessage, 'from' | 'at'> & { at: number };

/**
 * Messages of a sender whose number is not known yet: a LID is never passed off as a number, and a message is never lost.
 * They lie beside the keys, committed with their ratchet step, until a mapping is learnt.
 */
export class HeldMessages {
  readonly #vault: KeyVault;
  readonly #ratchets: Ratchets;
  readonly #log: Log;

  constructor(vault: KeyVault, ratchets: Ratchets, log: Log) {
    this.#vault = vault;
    this.#ratchets = ratchets;
    this.#log = log;
  }

  /** Within work on the ratchets: keeps the message with that commit. */
  async hold(lidUser: string, message: Omit<ReceivedMessage, 'from'>): Promise<void> {
    const work = this.#ratchets.own;
    if (!work) throw new Error('a message is held only together with its ratchet step');
    const held = await this.#read(lidUser);
    if (held.some(({ waMessageId }) => waMessageId === message.waMessageId)) return;
    if (held.length >= MAX_HELD) {
      this.#log.error({ waMessageId: message.waMessageId }, 'economy.held_message_dropped');
      return;
    }
    const value = encodeKey('held-messages', [...held, { ...message, at: message.at.getTime() }]);
    putWrite(work, { type: 'held-messages', id: lidUser, value });
    this.#log.warn({ waMessageId: message.waMessageId }, 'economy.sender_number_unknown');
  }

  /** Hands over what was held for this LID, when its number is known by now. */
  async release(lidUser: string): Promise<void> {
    if ((await this.#read(lidUser)).length === 0 && !this.#ratchets.active) return;
    await this.#ratchets.apart(async () => {
      const phone = (await this.#vault.get('lid-mapping', [`${lidUser}_reverse`])).get(`${lidUser}_reverse`);
      if (typeof phone === 'string') await this.deliver(lidUser, phone);
    });
  }

  /** Within work on the ratchets: what was held for this LID goes out with it. */
  async deliver(lidUser: string, phone: string): Promise<void> {
    const work = this.#ratchets.own;
    const held = await this.#read(lidUser);
    if (!work || held.length === 0) return;
    work.received.push(...held.map((message) => ({ ...message, at: new Date(message.at), from: phone })));
    putWrite(work, { type: 'held-messages', id: lidUser, value: null });
  }

  async #read(lidUser: string): Promise<Held[]> {
    const found = (await this.#vault.get('held-messages', [lidUser])).get(lidUser);
    return (found as Held[] | undefined) ?? []; // written by hold alone
  }
}
