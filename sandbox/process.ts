import { makeKeysCheap } from '../src/platform/lib/cheap-keys.ts';
import type { Log } from '../src/platform/lib/log.ts';
import { startSandbox } from './server.ts';
import { silenceLibsignal } from './whatsapp/silence-libsignal.ts';

/** The JSON line on stdout when the sandbox is ready. */
export interface SandboxReady {
  ready: true;
  url: string;
  whatsapp_url: string;
  graph_url: string;
  trust_root: string;
  pid: number;
}

/**
 * Runs the sandbox until SIGTERM, by default on the port of its first start. Without a terminal it leaves
 * SIGINT to the parent.
 */
export async function runSandbox(options: {
  dataDir: string;
  port?: number | undefined;
  controlToken: string;
  log: Log;
  allowNetworks?: readonly string[];
}): Promise<void> {
  silenceLibsignal();
  makeKeysCheap();
  const { dataDir, controlToken, log, allowNetworks } = options;
  const stopped = Promise.withResolvers<void>();
  const stop = () => stopped.resolve();
  const interrupted = () => {
    if (process.stdin.isTTY) stop();
  };
  // For the rest of the process: a second signal while it ends is the same request.
  process.on('SIGTERM', stop);
  process.on('SIGINT', interrupted);
  // A parent that ends early must not end the sandbox.
  process.stdout.on('error', () => {});
  const sandbox = await startSandbox({
    dataDir,
    port: options.port ?? 'kept',
    controlToken,
    log,
    ...(allowNetworks && { allowNetworks }),
  });
  const ready: SandboxReady = {
    ready: true,
    url: sandbox.url,
    whatsapp_url: sandbox.whatsappUrl,
    graph_url: sandbox.graphUrl,
    trust_root: sandbox.trustRoot,
    pid: process.pid,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  await stopped.promise;
  await sandbox.stop();
  log.info({}, 'sandbox.stopped');
}
