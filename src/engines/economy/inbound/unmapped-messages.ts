import type { Log } from '../../../lib/log.ts';
import type { MessageChange, PhoneReply, ReceivedMessage } from '../../engine.ts';
import { encodeKey, UNMAPPED_MESSAGES } from '../keys/codec.ts';
import { putWrite, type Ratchets, type Work } from '../keys/ratchets.ts';
import type { KeyVault } from '../keys/vault.ts';

/** Per LID. Further messages are dropped. */
export const MAX_UNMAPPED = 200;

type Message = Omit<ReceivedMessage, 'from'>;
type Reply = Omit<PhoneReply, 'to'>;
type Change = Omit<MessageChange, 'phone'>;
/** What waits for the number of its chat. `kind` is the kind of a change; only a reply has `isLive`. */
export type Numberless = Message | Reply | Change;
type Stored = (Omit<Message, 'at'> | Omit<Reply, 'at'> | Omit<Change, 'at'>) & { at: number };

/** Keeps messages, and changes of messages, until the number of their LID is known. A decryption cannot be repeated. */
export class UnmappedMessages {
  readonly #vault: KeyVault;
  readonly #ratchets: Ratchets;
  readonly #log: Log;

  constructor(vault: KeyVault, ratchets: Ratchets, log: Log) {
    this.#vault = vault;
    this.#ratchets = ratchets;
    this.#log = log;
  }

  /** Part of the commit of the current work. */
  async add(lidUser: string, message: Numberless): Promise<void> {
    const work = this.#ratchets.ownWork;
    if (!work) throw new Error('an unmapped message needs the commit of its ratchet step');
    const { waMessageId } = message;
    const earlier = await this.#read(lidUser);
    if (earlier.some((one) => one.waMessageId === waMessageId)) return;
    if (earlier.length >= MAX_UNMAPPED) {
      this.#log.error({ waMessageId }, 'economy.held_message_dropped');
      return;
    }
    const value = encodeKey(UNMAPPED_MESSAGES, [...earlier, { ...message, at: message.at.getTime() }]);
    putWrite(work, { type: UNMAPPED_MESSAGES, id: lidUser, value });
    this.#log.warn({ waMessageId }, 'economy.sender_number_unknown');
  }

  /** A separate commit. */
  async release(lidUser: string): Promise<void> {
    if ((await this.#read(lidUser)).length === 0 && !this.#ratchets.activeWork) return;
    await this.#ratchets.runSeparately(async () => {
      const phone = await this.findPhone(lidUser);
      if (phone !== null) await this.receiveAll(lidUser, phone);
    });
  }

  /** Part of the commit of the current work. */
  async receiveAll(lidUser: string, phone: string): Promise<void> {
    const work = this.#ratchets.ownWork;
    const messages = await this.#read(lidUser);
    if (!work || messages.length === 0) return;
    for (const message of messages) addTo(work, phone, { ...message, at: new Date(message.at) });
    putWrite(work, { type: UNMAPPED_MESSAGES, id: lidUser, value: null });
  }

  async findPhone(lidUser: string): Promise<string | null> {
    const id = `${lidUser}_reverse`;
    const phone = (await this.#vault.get('lid-mapping', [id])).get(id);
    return typeof phone === 'string' ? phone : null;
  }

  async #read(lidUser: string): Promise<Stored[]> {
    const found = (await this.#vault.get(UNMAPPED_MESSAGES, [lidUser])).get(lidUser);
    return (found as Stored[] | undefined) ?? []; // written by add alone
  }
}

/** Part of the commit of the work. */
export function addTo(work: Work, phone: string, message: Numberless): void {
  if ('kind' in message) work.messageChanges.push({ ...message, phone });
  else if ('isLive' in message) work.replies.push({ ...message, to: phone });
  else work.received.push({ ...message, from: phone });
}
