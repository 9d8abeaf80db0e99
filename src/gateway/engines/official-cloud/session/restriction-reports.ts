import { type Clock, SECOND } from '../../../../platform/lib/clock.ts';
import type { EngineEvent, Restriction } from '../../engine.ts';
import type { GraphReply } from '../graph/reply.ts';
import { restrictionIn } from '../graph/trouble.ts';

const REPEAT_MS = 10 * SECOND;

/** Many replies may show one restriction. */
export class RestrictionReports {
  readonly #clock: Clock;
  readonly #emit: (event: EngineEvent) => void;
  #last: { reason: Restriction; at: number } | null = null;

  constructor(clock: Clock, emit: (event: EngineEvent) => void) {
    this.#clock = clock;
    this.#emit = emit;
  }

  note(reply: GraphReply): void {
    const restriction = restrictionIn(reply);
    if (!restriction) return;
    const { reason, waitMs } = restriction;
    const now = this.#clock.now().getTime();
    if (this.#last?.reason === reason && now - this.#last.at < REPEAT_MS) return;
    this.#last = { reason, at: now };
    this.#emit({ type: 'restricted', reason, until: waitMs === null ? null : new Date(now + waitMs) });
  }
}
