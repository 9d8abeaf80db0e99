import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { type Repeated, repeat } from '../../../platform/lib/repeat.ts';
import { assignWaiting } from './assignment.ts';

/** Many events are one look. */
const SPACING_MS = 300;
/** The absence of a user is on no bus. */
const SWEEP_MS = 10 * SECOND;

/** Assigns conversations soon after they wait, or after a user comes. Any number of processes may run it. */
export const startAssigner = (ctx: Context): Repeated =>
  repeat(ctx, {
    failed: 'conversations.assignments_failed',
    everyMs: SWEEP_MS,
    spacingMs: SPACING_MS,
    topics: ['events', 'presence'],
    work: (stopping) => assignWaiting(ctx, stopping),
  });
