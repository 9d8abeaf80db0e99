import type { Log } from '../src/lib/log.ts';
import { startSandbox } from './server.ts';
import { silenceLibsignal } from './whatsapp/silence-libsignal.ts';

/** What the sandbox process writes to stdout, once, as one line of JSON. */
export interface SandboxReady {
  ready: true;
  url: string;
  whatsapp_url: string;
  graph_url: string;
  trust_root: string;
  pid: number;
}

/**
 * Runs the sandbox as a process of its own: one JSON line on stdout when it is ready, SIGTERM (any number of times) ends it.
 * Without a port the one chosen at the first start is used again. SIGINT counts only at a terminal: as a child it is for the
 * parent to decide. Resolves once everything is closed; rejects when it cannot start.
 */
export async function runSandbox(options: {
  dataDir: string;
  port?: number | undefined;
  controlToken: string;
  log: Log;
  /** CIDRs that links of official messages may lead to although private. */
  allowNetworks?: readonly string[];
}): Promise<void> {
  silenceLibsignal();
  const { dataDir, controlToken, log, allowNetworks } = options;
  const stopped = Promise.withResolvers<void>();
  const stop = () => stopped.resolve();
  const interrupted = () => {
    if (process.stdin.isTTY) stop();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', interrupted);
  // The parent may be gone before it read the line; that ends nothing here.
  process.stdout.on('error', () => {});
  try {
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
  } finally {
    process.off('SIGTERM', stop);
    process.off('SIGINT', interrupted);
  }
}
