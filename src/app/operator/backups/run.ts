import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { repeat } from '../../../platform/lib/repeat.ts';
import { findSetting, forgetSetting, setSetting } from '../../setting-store.ts';

const NAME = 'backup_run';
const NOTE_MS = 5 * SECOND;
/** A killed run notes nothing any more. */
const LOST_MS = 6 * NOTE_MS;
const MAX_REASON = 1_000;

export const BackupRun = z
  .object({
    state: z.enum(['copying', 'verifying', 'failed']).meta({ examples: ['copying'] }),
    done_bytes: z
      .int()
      .min(0)
      .meta({ examples: [73_400_320] }),
    total_bytes: z
      .int()
      .min(0)
      .meta({ description: 'About. 0: not known yet.', examples: [734_003_200] }),
    seconds_left: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'About. Null: not known.', examples: [16] }),
    reason: z
      .string()
      .max(MAX_REASON)
      .nullable()
      .meta({ description: 'Why it failed. Null: it has not failed.', examples: [null] }),
    noted_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T03:00:10.000Z'] }),
  })
  .meta({ id: 'BackupRun' });
export type BackupRun = z.infer<typeof BackupRun>;

type Stage = Omit<BackupRun, 'noted_at' | 'reason'>;

export const BEGINNING: Stage = { state: 'copying', done_bytes: 0, total_bytes: 0, seconds_left: null };

/** The backup that is being made, or the failure of the last one; null for neither. */
export async function readRun(ctx: Context): Promise<BackupRun | null> {
  const note = await findSetting(ctx.db, NAME);
  const run = note && BackupRun.safeParse(JSON.parse(note.toString())).data;
  if (!run) return null;
  const isLost = ctx.now().getTime() - Date.parse(run.noted_at) > LOST_MS;
  return isLost && run.state !== 'failed' ? null : run;
}

export async function noteRun(ctx: Context, stage: Stage, reason: string | null = null): Promise<BackupRun> {
  const run = { ...stage, reason: reason?.slice(0, MAX_REASON) ?? null, noted_at: ctx.now().toISOString() };
  await setSetting(ctx.db, { name: NAME, value: Buffer.from(JSON.stringify(run)) });
  return run;
}

/** Unless another one is being made. */
export async function noteFailedRun(ctx: Context, reason: string): Promise<void> {
  const run = await readRun(ctx);
  if (run?.state !== 'verifying' && !run?.done_bytes)
    await noteRun(ctx, { ...BEGINNING, state: 'failed' }, reason);
}

export interface RunNotes {
  note(stage: Stage): void;
  /** Forgets them. */
  end(): Promise<void>;
}

/** Notes of this process, written each five seconds while it works. */
export function openRunNotes(ctx: Context): RunNotes {
  let stage: Stage | null = null;
  const notes = repeat(ctx, {
    failed: 'backup.not_noted',
    everyMs: NOTE_MS,
    async work() {
      if (stage) await noteRun(ctx, stage);
    },
  });
  return {
    note(next) {
      stage = next;
      notes.wake();
    },
    async end() {
      await notes.stop();
      if (stage) await ctx.db.transaction((tx) => forgetSetting(tx, { name: NAME }));
    },
  };
}
