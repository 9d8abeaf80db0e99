import type { Context } from '../../context.ts';
import { findWaiting, type Waiting, type WalkPlace } from './store.ts';

/** Walks over all endpoints that anything waits for, step by step, and when the next step is due; in `uptimeMs`. */
export interface Walk {
  nextStepAt(): number;
  /** A new walk begins no later than then; while one is under way, when it has ended. */
  startBy(at: number): void;
  step(): Promise<Waiting>;
  /** True while a walk is under way. */
  isUnderWay(): boolean;
  /** For a worker that is not started: no rest before the next step. */
  hurry(): void;
}

/** A step over so many takes 5 to 10 ms, and whoever comes next waits no longer. */
const STEP_ENDPOINTS = 1_000;
/** With retries due all the time a walk begins a few times a second, not for each, and steps take a tenth of the time at most. */
const WALK_GAP_MS = 200;
const STEP_SHARE = 1 / 10;

/** A walk begins at least every `pollMs`, and when something it has seen becomes due. */
export function createWalk(ctx: Context, pollMs: number): Walk {
  let place: WalkPlace | null = null;
  let startAt = 0;
  /** No step before then. */
  let restedAt = 0;

  return {
    nextStepAt: () => Math.max(restedAt, place ? 0 : startAt),
    startBy(at) {
      startAt = Math.min(startAt, at);
    },
    async step() {
      const startedAt = uptimeMs();
      // Before the statement: what is asked for while it runs is for the next walk.
      if (!place) startAt = startedAt + pollMs;
      const now = ctx.now();
      const waiting = await findWaiting(ctx.db, place, STEP_ENDPOINTS, now);
      place = waiting.next;
      const tookMs = uptimeMs() - startedAt;
      restedAt = startedAt + Math.max(place ? 0 : WALK_GAP_MS, tookMs / STEP_SHARE);
      const { next_due_at } = waiting;
      if (next_due_at) startAt = Math.min(startAt, startedAt + next_due_at.getTime() - now.getTime());
      return waiting;
    },
    isUnderWay: () => place !== null,
    hurry() {
      restedAt = 0;
    },
  };
}

/** Of the clock that nobody sets. */
export function uptimeMs(): number {
  return performance.now();
}
