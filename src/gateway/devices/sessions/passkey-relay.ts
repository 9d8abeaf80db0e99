import type { EngineEvent } from '../../engines/engine.ts';
import type { SessionDevice } from '../store.ts';
import type { DeviceRecord } from './device-record.ts';

type Event = Extract<EngineEvent, { type: 'passkey' }>;

/** Carries the demand of a passkey into the row of the device, and the answer of its owner back. */
export class PasskeyRelay {
  readonly #record: DeviceRecord;
  #asked: { ceremonyId: string; answer: Extract<Event, { state: 'asked' }>['answer'] } | null = null;
  #ceremonyId: string | null = null;

  constructor(record: DeviceRecord) {
    this.#record = record;
  }

  async note(event: Event): Promise<void> {
    if (event.state === 'asked') {
      this.#ceremonyId = await this.#record.askPasskey(event);
      this.#asked = { ceremonyId: this.#ceremonyId, answer: event.answer };
      return;
    }
    if (this.#ceremonyId === null) return;
    if (event.state === 'sent') return this.#record.notePasskeySent(this.#ceremonyId, event.code);
    this.#asked = null;
    return this.#record.endPasskey(this.#ceremonyId);
  }

  isAnswered({ answered_ceremony_id: id }: SessionDevice): boolean {
    return id !== null && id === this.#asked?.ceremonyId;
  }

  /** After `isAnswered`. */
  async deliver(): Promise<void> {
    if (!this.#asked) return;
    const { ceremonyId, answer } = this.#asked;
    const assertion = await this.#record.readPasskeyAnswer(ceremonyId);
    this.#asked = null;
    answer(assertion);
  }
}
