import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { isNetworkWanted } from '../../gateway/devices/installation/installation.ts';
import { releaseNode } from '../../gateway/devices/sessions/sessions.ts';
import type { Network } from '../../gateway/engines/engine.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { within } from '../../platform/lib/deadline.ts';
import { repeat } from '../../platform/lib/repeat.ts';
import type { SandboxAddress } from '../sandbox/address.ts';
import type { Running } from './identity/paused-roles.ts';
import { SESSIONS_DRAIN_MS } from './supervisor.ts';

/** For small machines: no separate process. What ends this one ends the connections of its devices. */
export function startSessionsInside(ctx: Context, sandbox: SandboxAddress | null): Running {
  const config = { ...ctx.config, ...settingsOf(sandbox) };
  const stopping = new AbortController();
  const running = new Map<Network, Promise<void>>();
  const failed = new Set<Network>();

  async function run(network: Network): Promise<void> {
    const nodeId = randomUUID();
    try {
      const { runSessions } = await import('./sessions.ts');
      const onWorking = () => void failed.delete(network);
      const own = { ...ctx, config };
      await runSessions({ ctx: own, network, nodeId, stopSignal: stopping.signal, onWorking });
    } catch (error) {
      failed.add(network);
      ctx.log.error({ err: error, network }, 'sessions.ended');
      // Else the leases run out.
      await releaseNode(ctx, nodeId).catch(() => {});
    }
    running.delete(network);
  }

  const networks: readonly Network[] = sandbox ? ['live', 'sandbox'] : ['live'];
  const looks = repeat(ctx, {
    failed: 'sessions.look_failed',
    everyMs: SECOND,
    rests: true,
    topics: ['devices'],
    async work() {
      for (const network of networks) {
        if (running.has(network) || !(await isNetworkWanted(ctx, network))) continue;
        if (!stopping.signal.aborted) running.set(network, run(network));
      }
    },
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all([looks.stop(), within(SESSIONS_DRAIN_MS, Promise.all(running.values()))]);
    },
    missing() {
      const [network] = failed;
      return network ? `its sessions for ${network} devices do not run` : null;
    },
  };
}

const settingsOf = (sandbox: SandboxAddress | null) =>
  sandbox && { KURIR_SANDBOX_URL: sandbox.url, KURIR_SANDBOX_CONTROL_TOKEN: sandbox.token };
