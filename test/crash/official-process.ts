import { randomUUID } from 'node:crypto';
import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { startSessions } from '../../src/gateway/devices/sessions/sessions.ts';
import type { EngineDriver, EngineSession } from '../../src/gateway/engines/engine.ts';
import { createOfficialDriver } from '../../src/gateway/engines/official-cloud/driver.ts';
import { createGraph } from '../../src/gateway/engines/official-cloud/graph/graph.ts';
import { startDispatcher } from '../../src/gateway/messages/dispatch/dispatcher.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { testMedia } from '../harness/media.ts';
import { lookup } from '../harness/names.ts';
import { noInbound } from '../harness/no-inbound.ts';

/** The point of a send at which the process kills itself. */
export type CrashPoint = 'marked' | 'answered' | 'never';

const [point, databaseUrl = '', secretKey = '', graphUrl = ''] = process.argv.slice(2);

/** Leases the official devices, sends their messages, and kills itself at its point of the first one. */
const ctx = createContext({
  config: loadConfig({ KURIR_DATABASE_POOL: '4' }),
  databaseUrl,
  box: createSecretBox(secretKey),
  log: silentLog,
  name: 'kurir crash',
});
const driver = createOfficialDriver({
  graph: createGraph({ url: graphUrl, version: 'v25.0', lookup }),
  media: testMedia(),
  healthMs: 60_000,
  log: ctx.log,
  clock: ctx,
  random: () => 1,
});
const nodeId = randomUUID();
const mortal: EngineDriver = { ...driver, open: (host) => dying(driver.open(host)) };
const dispatcher = startDispatcher(ctx, { nodeId, driver: mortal });
startSessions(ctx, {
  nodeId,
  network: 'sandbox',
  engines: [{ driver: mortal, listener: dispatcher }],
  inbound: noInbound,
});

function dying(session: EngineSession): EngineSession {
  const die = () => process.kill(process.pid, 'SIGKILL');
  return {
    connect: () => session.connect(),
    prepare: (message, signal) => session.prepare(message, signal),
    async send(message) {
      if (point === 'marked') die();
      const outcome = await session.send(message);
      if (point === 'answered') die();
      return outcome;
    },
    findRegistered: (phones) => session.findRegistered(phones),
    readGroups: (id) => session.readGroups(id),
    showTyping: (to, id) => session.showTyping(to, id),
    markRead: (to, ids) => session.markRead(to, ids),
    logout: (timeoutMs) => session.logout(timeoutMs),
    close: () => session.close(),
  };
}
