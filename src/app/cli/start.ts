import { flushCompileCache } from 'node:module';
import type { Config } from '../../config.ts';
import { startGateway } from '../processes/main.ts';
import { reportFailure } from './failure.ts';
import { stopOnSignals } from './shutdown.ts';

/** `kurir start`: resolves when the gateway is ready; from then on it lives until a signal. Throws when it cannot start. */
export async function runStart(config: Config): Promise<void> {
  const asked = new AbortController();
  const starting = startGateway(config, asked.signal);
  stopOnSignals({
    async stop() {
      asked.abort();
      const gateway = await starting.catch(() => null);
      await gateway?.stop();
    },
    endAtOnce: () => void starting.then((gateway) => gateway.kill()),
  });
  try {
    const { welcome, lost } = await starting;
    lost.addEventListener('abort', () => {
      // PostgreSQL and the sandbox serve the other one now; our children end with us.
      reportFailure(lost.reason);
      process.exit();
    });
    process.stdout.write(welcome);
    // Normally written at the exit, which may be a kill -9.
    flushCompileCache();
  } catch (error) {
    // Told to stop before it was ready: what had been started is stopped, and that is what was asked for.
    if (!asked.signal.aborted) throw error;
  }
}
