import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { within } from '../../../platform/lib/deadline.ts';
import { type Sample, sample } from '../../../platform/lib/metrics/metrics.ts';
import { type Health, readHealth } from '../health/health.ts';
import type { Installation } from '../health/routes.ts';
import { readFigures } from './figures.ts';
import { samplesOfInstallation } from './samples.ts';

/** At any number of scrapes, the database reads once in this time. */
const KEPT_MS = 5 * SECOND;
/** Below the time limit of a scrape. */
const LIMIT_MS = 5 * SECOND;

export interface Reading {
  health: Health;
  samples: Sample[];
}

/** Reads the installation for scrapes: callers share a reading, and one that is younger than five seconds. */
export function openReading(ctx: Context, { paused }: Installation): () => Promise<Reading> {
  let running: Promise<Reading> | null = null;
  let latest: { reading: Reading; at: number } | null = null;

  async function read(): Promise<Reading> {
    const health = await readHealth(ctx, { isPaused: paused() !== null });
    const samples = samplesOfInstallation(health, await readFigures(ctx));
    latest = { reading: { health, samples }, at: performance.now() };
    return latest.reading;
  }

  return async () => {
    if (latest && performance.now() - latest.at < KEPT_MS) return latest.reading;
    running ??= read().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Without an answer of the database, what the processes count remains. */
export async function readSamples(ctx: Context, reading: () => Promise<Reading>): Promise<Sample[]> {
  let samples: Sample[] = [sample('kurir_database_up', [], 0)];
  const done = reading().then((found) => {
    samples = found.samples;
  });
  done.catch(() => {});
  await within(LIMIT_MS, done).catch((error) => ctx.log.warn({ err: error }, 'metrics.not_read'));
  return [...ctx.metrics.all(), ...samples];
}
