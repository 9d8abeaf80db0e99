import { flushCompileCache } from 'node:module';
import type { Config } from '../../config.ts';
import { returnSpareMemory } from '../../platform/lib/spare-memory.ts';
import { allocateInYoungGeneration } from '../../platform/lib/young-generation.ts';
import { startGateway } from '../processes/main.ts';
import { explainFullDisk, reportFailure } from './failure.ts';
import { stopOnSignals } from './shutdown.ts';
import { framed } from './welcome-frame.ts';

const STOPPING = '\nKurir stops. Press Ctrl-C again to end it at once.\n';

/** Of `kurir upgrade`, with whose pipe it ends. Prints where `/readyz` answers. */
export async function runTrial(config: Config): Promise<void> {
  const { startTrial } = await import('../processes/trial.ts');
  const asked = new AbortController();
  const starting = startTrial(config, asked.signal);
  process.stdin.resume().once('end', async () => {
    asked.abort();
    const trial = await starting.catch(() => null);
    await trial?.stop();
    process.exit();
  });
  const { url } = await starting;
  process.stdout.write(`${url}/readyz\n`);
}

/** Resolves when ready. */
export async function runStart(config: Config): Promise<void> {
  const asked = new AbortController();
  const starting = startGateway(config, asked.signal);
  stopOnSignals({
    async stop(signal) {
      asked.abort();
      if (process.stderr.isTTY) process.stderr.write(STOPPING);
      const gateway = await starting.catch(() => null);
      // Ctrl-C is for a person who waits.
      if (signal === 'SIGTERM') await gateway?.drain();
      await gateway?.stop();
    },
    endAtOnce: () => void starting.then((gateway) => gateway.kill()),
  });
  try {
    const { welcome, lost } = await starting;
    lost.addEventListener('abort', () => {
      // PostgreSQL and the sandbox belong to the other gateway now. The sessions children end with this process.
      reportFailure(lost.reason);
      process.exit();
    });
    process.stdout.write(framed(welcome, process.stdout));
    // kill -9 skips Node's write.
    flushCompileCache();
    allocateInYoungGeneration();
    returnSpareMemory();
  } catch (error) {
    // A signal stopped the start.
    if (!asked.signal.aborted) throw explainFullDisk(error, config.KURIR_DATA_DIR);
  }
}
