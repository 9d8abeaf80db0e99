import { SECOND } from './clock.ts';
import { within } from './deadline.ts';

export type Topic =
  | 'messages'
  | 'typing'
  | 'devices'
  | 'numbers'
  | 'groups'
  | 'events'
  /** Messages of customers are stored. */
  | 'received'
  | 'deliveries'
  | 'broadcasts'
  | 'media'
  | 'presence'
  | 'read-receipts'
  | 'viewers'
  | 'visitors';

/** The publisher and the listeners of the topic agree on the fields. IPC carries them. */
export type Row = Readonly<Record<string, string | number>>;
/** Null: the rows are not known. */
export type Rows = readonly Row[] | null;
export type Wake = Partial<Record<Topic, Rows>>;

type Pass = (wake: Wake) => void | Promise<void>;

/** More rows are faster to claim together. */
export const MAX_ROWS = 100;

/** A process that takes no message for longer is about to be replaced. */
const MAX_PASS_MS = SECOND;

/** Wake-ups of one event-loop iteration, or of one write to a process, go out as one. */
export class WakeBox {
  readonly #pass: Pass;
  readonly #maxPassMs: number;
  #wake: Wake = {};
  #isScheduled = false;

  constructor(pass: Pass, maxPassMs = MAX_PASS_MS) {
    this.#pass = pass;
    this.#maxPassMs = maxPassMs;
  }

  add(wake: Wake): void {
    for (const [topic, rows] of Object.entries(wake)) this.#join(topic as Topic, rows); // its keys are topics
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => void this.#flush());
  }

  /** At once, before a process ends. */
  async flush(): Promise<void> {
    const wake = this.#wake;
    this.#wake = {};
    if (Object.keys(wake).length === 0) return;
    const passed = this.#pass(wake);
    if (passed) await within(this.#maxPassMs, passed);
  }

  async #flush(): Promise<void> {
    await this.flush();
    this.#isScheduled = false;
    if (Object.keys(this.#wake).length > 0) this.add({});
  }

  #join(topic: Topic, rows: Rows): void {
    const earlier = this.#wake[topic];
    const joined = earlier === undefined ? rows : rows && earlier && [...earlier, ...rows];
    this.#wake[topic] = joined && joined.length <= MAX_ROWS ? joined : null;
  }
}
