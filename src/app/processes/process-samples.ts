import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Config } from '../../config.ts';
import { createLog, type OnProblem } from '../../platform/lib/log.ts';
import { Metrics, sample } from '../../platform/lib/metrics/metrics.ts';
import { isWatched } from '../../watch-settings.ts';

/** Rare enough for a process that idles. */
const RESOLUTION_MS = 50;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const PERCENTILES = [50, 99, 100];

/** The log of a process, which counts its warnings and errors. `part`: `main`, or a sessions process. */
export function openCountedLog({ LOG_LEVEL, KURIR_LOG_FORMAT: format }: Config, part: string) {
  const metrics = new Metrics();
  const onProblem: OnProblem = (level, event) => metrics.add('kurir_log_lines_total', [level, event]);
  return { log: createLog(LOG_LEVEL, part, { format, onProblem }), metrics, name: `kurir ${part}` };
}

/** Memory, processor and event loop of this process, while `/metrics` is open. */
export function watchProcess(metrics: Metrics, config: Config): void {
  if (!isWatched(config)) return;
  const startedAt = Date.now() / 1000 - process.uptime();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  metrics.watch(() => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    // The timer itself waits for its resolution.
    const delays = PERCENTILES.map((percentile) => {
      const waited = percentile === 100 ? delay.max : delay.percentile(percentile);
      return Math.max(0, waited / NANOSECONDS - RESOLUTION_MS / 1000);
    });
    delay.reset();
    return [
      sample('kurir_memory_bytes', ['resident'], rss),
      sample('kurir_memory_bytes', ['heap'], heapUsed),
      sample('kurir_cpu_seconds_total', [], (user + system) / MICROSECONDS),
      sample('kurir_start_time_seconds', [], startedAt),
      ...PERCENTILES.map((percentile, n) =>
        sample('kurir_event_loop_delay_seconds', [percentile], delays[n] ?? 0),
      ),
    ];
  });
}
