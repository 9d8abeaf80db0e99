import { type ChildProcess, fork } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AUTOMATION } from '../../assistant/arbiter/consumer.ts';
import { openDecider, takeOverTurns } from '../../assistant/arbiter/decider.ts';
import { findMarks } from '../../assistant/arbiter/decisions/mark.ts';
import { announceReturn } from '../../assistant/arbiter/intake.ts';
import { openMemory } from '../../assistant/assistant.ts';
import { heldByFlow } from '../../assistant/flows/run/hold.ts';
import { assistantJobs } from '../../assistant/jobs.ts';
import { openLanguageModels } from '../../assistant/language-model/language-model.ts';
import { RATING_WORDS } from '../../assistant/rating-words.ts';
import { childEnvironment, type Environment, type Role } from '../../config.ts';
import type { Context } from '../../context.ts';
import { endBroadcasts } from '../../gateway/broadcasts/broadcast.ts';
import { startBroadcastRunner } from '../../gateway/broadcasts/runner/runner.ts';
import { isNetworkWanted } from '../../gateway/devices/installation/installation.ts';
import { releaseNode, takeOverSessions } from '../../gateway/devices/sessions/sessions.ts';
import type { Network } from '../../gateway/engines/engine.ts';
import { gatewayJobs } from '../../gateway/jobs.ts';
import { startExpiry } from '../../gateway/messages/queue/expire-queued.ts';
import { releaseDevices } from '../../gateway/messages/queue/release-devices.ts';
import { erasureJob } from '../../gateway/people/erasure/job.ts';
import { openTemplates } from '../../gateway/templates/template.ts';
import { WEBHOOKS } from '../../gateway/webhooks/consumer.ts';
import { WebhookWorker } from '../../gateway/webhooks/delivery/deliverer.ts';
import { databaseClock } from '../../gateway/webhooks/delivery/shared-clock.ts';
import { takeOverDeliveries } from '../../gateway/webhooks/delivery/takeover.ts';
import { startSearchIndexer } from '../../inbox/conversations/search/indexer.ts';
import { startConversationSweeps } from '../../inbox/conversations/sweeps.ts';
import { inboxJobs } from '../../inbox/jobs.ts';
import { STREAM } from '../../inbox/stream/consumer.ts';
import { platformJobs } from '../../platform/jobs.ts';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { within } from '../../platform/lib/deadline.ts';
import { createGuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import { startJobs } from '../../platform/lib/jobs.ts';
import { endExports } from '../account-copy/exports/export-request.ts';
import { openProducers } from '../automation.ts';
import { startNightlyBackups } from '../backup/nightly.ts';
import { erasureSteps } from '../erasure.ts';
import { openOfficialProviders } from '../http/official-provider.ts';
import { openImportJob } from '../import-job.ts';
import { alertJobs } from '../operator/alerts/alerts.ts';
import { forgetGateways } from '../operator/gateways/gateway.ts';
import { reachOf } from '../reach.ts';
import { openRetention } from '../retention.ts';
import type { SandboxAddress } from '../sandbox/address.ts';
import type { GatewayDatabase } from './database.ts';
import { openDocumentReader } from './document-reader.ts';
import { type Running, startWhenResumed, together } from './identity/paused-roles.ts';
import { linkBus } from './linked-bus.ts';
import { startMediaWorker } from './media-worker.ts';
import type { Sandbox } from './sandbox/sandbox-process.ts';
import { startSessionsInside } from './sessions-inside.ts';
import { endLeftSessions, noteSessions } from './sessions-note.ts';
import { SESSIONS_DRAIN_MS, superviseSessions } from './supervisor.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));
/** For attempts in flight. The next limit includes the release of other deliveries. */
const WORKER_DRAIN_MS = 300;
const WORKER_STOP_MS = 800;
/** Of the machine's memory, for the heap of one sessions child. */
const HEAP_SHARE = 0.5;

/** For the only gateway of a database, after a dead predecessor. */
export async function takeOver(ctx: Context): Promise<void> {
  await endLeftSessions(ctx.config);
  await Promise.all([
    takeOverSessions(ctx),
    takeOverDeliveries(ctx),
    takeOverTurns(ctx),
    forgetGateways(ctx),
  ]);
}

interface Found {
  database: Pick<GatewayDatabase, 'url' | 'directUrl' | 'identity'>;
  key: string;
  sandbox: Sandbox | null;
}

/** The roles that act in the world. A paused copy starts them when its pause ends. */
export function startActing(ctx: Context, found: Found): Running {
  const { identity, directUrl } = found.database;
  const has = (role: Role) => ctx.config.KURIR_ROLES.includes(role);
  const start = () =>
    together([
      ...(has('worker') ? [startWorker(ctx, directUrl, found.sandbox?.address ?? null)] : []),
      ...(has('sessions') ? [startSessions(ctx, found)] : []),
    ]);
  return identity?.paused ? startWhenResumed(identity, ctx.log, start) : start();
}

export function startWorker(ctx: Context, directUrl: string, sandbox: SandboxAddress | null = null): Running {
  const client = createGuardedClient(reachOf(ctx.config, 'live'));
  const sandboxClient = createGuardedClient(reachOf(ctx.config, 'sandbox'));
  const webhooks = new WebhookWorker(ctx, {
    client,
    sandboxClient,
    clock: databaseClock(ctx),
    findMarks: (messages) => findMarks(ctx, messages),
  });
  webhooks.start();
  const expiry = startExpiry(ctx);
  const broadcasts = startBroadcastRunner(ctx);
  const search = startSearchIndexer(ctx);
  const media = startMediaWorker(ctx, sandbox?.url ?? null);
  const conversations = startConversationSweeps(ctx, { heldUntil: heldByFlow, returned: announceReturn });
  const clients = { live: client, sandbox: sandboxClient };
  const providers = openOfficialProviders(ctx.config, sandbox);
  const languageModels = openLanguageModels(ctx, clients);
  const memory = openMemory(ctx);
  const { approve } = openTemplates(ctx, providers.readTemplates);
  const producers = openProducers(ctx, { clients, languageModels, memory, approve });
  const decider = openDecider(ctx, producers);
  decider.start();
  const reader = openDocumentReader(ctx, clients);
  const all = [
    ...platformJobs(ctx, [endBroadcasts, releaseDevices, endExports]),
    ...gatewayJobs(ctx, [STREAM, AUTOMATION]),
    ...openRetention(ctx, [WEBHOOKS, STREAM, AUTOMATION]),
    ...inboxJobs(ctx, clients, RATING_WORDS),
    erasureJob(ctx, erasureSteps(ctx)),
    ...assistantJobs(ctx, languageModels, producers.assistant),
    openImportJob(ctx),
    ...media.jobs,
    ...reader.jobs,
    ...alertJobs(ctx),
  ];
  const silenceMs = ctx.config.KURIR_DATABASE_SILENCE_SECONDS * SECOND;
  const jobs = startJobs(directUrl, all, ctx.log, { silenceMs });
  const backups = startNightlyBackups(ctx);
  return {
    async stop() {
      await Promise.all([
        within(WORKER_STOP_MS, webhooks.stop(WORKER_DRAIN_MS)),
        within(
          WORKER_STOP_MS,
          jobs.stop().then(() => reader.stop()),
        ),
        within(WORKER_STOP_MS, expiry.stop()),
        within(WORKER_STOP_MS, broadcasts.stop()),
        within(WORKER_STOP_MS, search.stop()),
        within(WORKER_STOP_MS, media.stop()),
        within(WORKER_STOP_MS, conversations.stop()),
        within(WORKER_STOP_MS, decider.stop()),
        within(WORKER_STOP_MS, backups?.stop() ?? Promise.resolve()),
      ]);
      await Promise.all([client.close(), sandboxClient.close(), providers.close()]);
    },
    missing: () => (jobs.isInterrupted() ? 'its jobs do not run' : null),
  };
}

function startSessions(ctx: Context, found: Found): Running {
  if (ctx.config.KURIR_SMALL === 'on') return startSessionsInside(ctx, found.sandbox?.address ?? null);
  const environment = {
    DATABASE_URL: found.database.url,
    KURIR_DATABASE_DIRECT_URL: found.database.directUrl,
    KURIR_SECRET_KEY: found.key,
    KURIR_SANDBOX: found.sandbox ? 'on' : 'off',
    KURIR_SANDBOX_URL: found.sandbox?.address.url,
    KURIR_SANDBOX_CONTROL_TOKEN: found.sandbox?.address.token,
  };
  const supervisor = superviseSessions({
    networks: found.sandbox ? ['live', 'sandbox'] : ['live'],
    log: ctx.log,
    spawn(network, nodeId) {
      const child = forkSessions({ network, nodeId, gateway: ctx.bus.gateway }, environment);
      linkBus(ctx.bus, child, (message, done) => child.send(message, () => done()));
      noteSessions(ctx.config, [...supervisor.pids(), child.pid ?? 0]).catch((error) =>
        ctx.log.warn({ err: error }, 'sessions.not_noted'),
      );
      return child;
    },
    isWanted: (network) => isNetworkWanted(ctx, network),
    releaseLeases: (nodeId) => releaseNode(ctx, nodeId),
    onLate: (kind, ms) => ctx.order.note(kind, ms),
    onSamples: (network, samples) => ctx.metrics.adopt(`sessions_${network}`, samples),
  });
  const unsubscribe = ctx.bus.subscribe('devices', () => supervisor.check());
  return {
    async stop() {
      unsubscribe();
      await supervisor.stop(SESSIONS_DRAIN_MS);
    },
    kill: () => supervisor.kill(),
    missing() {
      const [network] = supervisor.missing();
      return network ? `its sessions process for ${network} devices does not run` : null;
    },
  };
}

/** A child above its heap limit ends and is replaced, before the machine runs out of memory. */
function forkSessions(
  { network, nodeId, gateway }: { network: Network; nodeId: string; gateway: string },
  environment: Environment,
): ChildProcess {
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  const heapMebibytes = Math.floor((memory * HEAP_SHARE) / MEBIBYTE);
  return fork(CLI, ['sessions', '--network', network, '--node', nodeId, '--gateway', gateway], {
    execArgv: [...process.execArgv, `--max-old-space-size=${heapMebibytes}`],
    env: childEnvironment(environment),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
