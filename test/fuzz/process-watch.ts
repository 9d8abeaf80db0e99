import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MEBIBYTE } from '../../src/platform/lib/bytes.ts';

/** Growth by full caches and compiled code, at any length of the run. */
const MAX_GROWTH = 150 * MEBIBYTE;
const MAX_STALL_MS = 5000;

export interface ProcessWatch {
  /** Uncaught errors, and excessive memory growth or event loop stalls. */
  findings(): { promise: string; detail: string }[];
  describe(): string;
}

/** Watches memory and event loop of this process. */
export function watchProcess(): ProcessWatch {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const escaped: string[] = [];
  process.on('uncaughtException', (error) => escaped.push(error.stack ?? error.message));
  const loop = monitorEventLoopDelay();
  loop.enable();
  const now = () => ({ growth: used() - before, stall: loop.max / 1e6 });

  return {
    findings() {
      const { growth, stall } = now();
      const found = escaped.map((detail) => ({ promise: 'no error escapes', detail }));
      if (growth > MAX_GROWTH) found.push({ promise: 'memory does not grow', detail: mib(growth) });
      if (stall > MAX_STALL_MS) {
        found.push({
          promise: 'the event loop does not stall',
          detail: `stalled for ${stall.toFixed(0)} ms`,
        });
      }
      return found;
    },
    describe() {
      const { growth, stall } = now();
      const [p99, worst] = [(loop.percentile(99) / 1e6).toFixed(1), stall.toFixed(0)];
      const memory = `${growth < 0 ? '' : '+'}${mib(growth)} (${mib(process.memoryUsage().rss)} resident)`;
      return `memory ${memory}, event loop p99 ${p99} ms, worst ${worst} ms`;
    },
  };
}

function mib(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
}
