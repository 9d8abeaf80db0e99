import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { REST_MS } from '../../../platform/lib/pause.ts';
import { type Repeated, repeat } from '../../../platform/lib/repeat.ts';
import { assignWaiting } from './assignment.ts';

/** Many events are one look. */
const SPACING_MS = 300;
/** Where an account wants it: the absence of a user is on no bus. */
const SWEEP_MS = 10 * SECOND;

/** Assigns conversations soon after they wait, or after a user comes. Any number of processes may run it. */
export const startAssigner = (ctx: Context): Repeated =>
  repeat(ctx, {
    failed: 'conversations.assignments_failed',
    everyMs: SWEEP_MS,
    rests: true,
    spacingMs: SPACING_MS,
    topics: ['events', 'presence'],
    work: async (stopping) => ((await assignWaiting(ctx, stopping)) > 0 ? SWEEP_MS : REST_MS),
  });
