import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MIB = 1024 * 1024;
/** What a run may leave behind in memory, whatever its length: caches that are full, code that is compiled. */
const MAX_GROWTH = 150 * MIB;
const MAX_STALL_MS = 5000;

export interface ProcessWatch {
  /** Errors that nobody caught; memory that stays and the longest stall of the event loop, when they are beyond reason. */
  findings(): { promise: string; detail: string }[];
  describe(): string;
}

/** Watches memory and event loop of this process from now on. */
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
        found.push({ promise: 'the event loop goes on', detail: `stood still for ${stall.toFixed(0)} ms` });
      }
      return found;
    },
    describe() {
      const { growth, stall } = now();
      const [p99, worst] = [(loop.percentile(99) / 1e6).toFixed(1), stall.toFixed(0)];
      return `memory ${growth < 0 ? '' : '+'}${mib(growth)} (${mib(process.memoryUsage().rss)} resident), event loop p99 ${p99} ms, worst ${worst} ms`;
    },
  };
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}
