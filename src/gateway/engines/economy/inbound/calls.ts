import { type BinaryNode, getAllBinaryNodeChildren, getBinaryNodeChild } from 'baileys';
import { smallCache } from '../../../../platform/lib/small-cache.ts';
import { missedCall } from '../../missed-call.ts';
import { addressOfLid, isOwn, lidUserOf, type Person, personOf } from '../addresses.ts';
import { serverTime } from '../server-time.ts';
import { type Arrival, type ArrivalParts, isId } from './arrival.ts';

interface Offer {
  caller: string;
  customer: Person;
  lid: string | null;
  name: string | undefined;
  video: boolean;
  at: Date;
}

interface CallParts extends Pick<ArrivalParts, 'creds' | 'clock'> {
  rejectsCalls(): boolean;
  reject(id: string, caller: string): void;
  /** In a separate commit. */
  store(customer: Person, arrival: Arrival): Promise<void>;
}

/** Of all callers of a device. */
const MAX_OFFERS = 200;

/** By a device of the number. */
const ANSWERED = 'accepted_elsewhere';

/** Unanswered calls leave a trace, except in groups. */
export class Calls {
  readonly #parts: CallParts;
  readonly #ringing = smallCache<string, Offer>(MAX_OFFERS);

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  /** Resolves when a trace is stored. */
  async receive(stanza: BinaryNode): Promise<void> {
    const [event] = getAllBinaryNodeChildren(stanza);
    const id = event?.attrs['call-id'];
    if (!event || !isId(id)) return;
    switch (event.tag) {
      case 'offer':
      case 'offer_notice': {
        const offer = this.#offerOf(stanza, event);
        if (!offer) return;
        const isRinging = event.tag === 'offer' && !stanza.attrs.offline;
        if (!isRinging || !this.#parts.rejectsCalls()) return void this.#ringing.set(id, offer);
        this.#parts.reject(id, offer.caller);
        return this.#store(id, offer);
      }
      case 'accept':
        this.#ringing.delete(id);
        return;
      case 'terminate': {
        const isTimeout = event.attrs.reason === 'timeout';
        const offer = this.#ringing.get(id) ?? (isTimeout ? this.#offerOf(stanza, event) : null);
        this.#ringing.delete(id);
        if (offer && event.attrs.reason !== ANSWERED) await this.#store(id, offer);
      }
    }
  }

  /** Null: of a group, or by the number. */
  #offerOf({ attrs }: BinaryNode, event: BinaryNode): Offer | null {
    const { creds, clock } = this.#parts;
    const isGroup = event.attrs.type === 'group' || event.attrs['group-jid'] !== undefined;
    const caller = event.attrs['call-creator'] ?? event.attrs.from ?? attrs.from;
    const customer = isGroup || isOwn(caller, creds) ? null : personOf(caller, event.attrs.caller_pn);
    if (!customer || !caller) return null;
    const video = getBinaryNodeChild(event, 'video') !== undefined;
    const lid = lidUserOf(caller);
    return { caller, customer, lid, name: attrs.notify, video, at: serverTime(clock, attrs.t) };
  }

  #store(waMessageId: string, { customer, lid, name, video, at }: Offer): Promise<void> {
    return this.#parts.store(customer, {
      ...missedCall(video),
      waMessageId,
      at,
      ...(name && { senderName: name }),
      ...(lid && { otherId: addressOfLid(lid) }),
    });
  }
}
