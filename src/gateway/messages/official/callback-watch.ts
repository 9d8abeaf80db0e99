import type { Context } from '../../../context.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { BEAT_MS, noteEvidence, noteListening, type Report } from '../queue/evidence.ts';
import type { StatusChange } from '../queue/status-writer.ts';

/** Any status of a later message is evidence, so the newest are enough. */
const MAX_PER_DEVICE = 100;
const MAX_DEVICES = 1_000;

/** Collects evidence about unresolved messages, and signs that callbacks arrive here (decision 0036). */
export class CallbackWatch {
  readonly #ctx: Context;
  #reports = new Map<number, Map<string, Report>>();
  #timer: NodeJS.Timeout | null = null;
  #beating: Promise<void> | null = null;
  /** Callbacks may be missed since the last sign. */
  #restarts = true;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Only statuses with our reference: others do not find an unresolved message either. */
  note(changes: readonly StatusChange[]): void {
    const at = this.#ctx.now();
    for (const { device_id, wa_message_id: reference } of changes) {
      if (reference !== null) this.#add({ device_id, reference, at });
    }
  }

  start(): void {
    this.#timer = setInterval(() => void this.beat(), BEAT_MS);
    this.#timer.unref();
    void this.beat();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#beating;
  }

  /** Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#write()
      .catch((error: unknown) => {
        this.#restarts = true;
        if (!isDatabaseUnavailable(error)) this.#ctx.log.error({ err: error }, 'official.beat_failed');
      })
      .finally(() => {
        this.#beating = null;
      });
    return this.#beating;
  }

  async #write(): Promise<void> {
    const { db, now } = this.#ctx;
    await noteListening(db, this.#restarts, now());
    this.#restarts = false;
    const reports = this.#take();
    if (reports.length > 0) await noteEvidence(db, reports, now());
  }

  #add(report: Report): void {
    const { device_id, reference } = report;
    const known = this.#reports.get(device_id);
    if (!known && this.#reports.size >= MAX_DEVICES) return;
    const reports = known ?? new Map<string, Report>();
    if (!known) this.#reports.set(device_id, reports);
    if (reports.has(reference)) return;
    reports.set(reference, report);
    const [oldest] = reports.keys();
    if (reports.size > MAX_PER_DEVICE && oldest !== undefined) reports.delete(oldest);
  }

  /** Lost evidence comes again with the next statuses. */
  #take(): Report[] {
    const taken = this.#reports;
    this.#reports = new Map();
    return [...taken.values()].flatMap((reports) => [...reports.values()]);
  }
}
