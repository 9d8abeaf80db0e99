import { type ChildProcess, fork } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AUTOMATION } from '../../assistant/arbiter/consumer.ts';
import { openDecider } from '../../assistant/arbiter/decider.ts';
import { findMarks } from '../../assistant/arbiter/decisions/mark.ts';
import { deleteOldDecisions } from '../../assistant/arbiter/decisions/retention.ts';
import { announceReturn } from '../../assistant/arbiter/queue-return.ts';
import { takeOverTurns } from '../../assistant/arbiter/takeover.ts';
import { startEvaluator } from '../../assistant/evaluations/evaluator.ts';
import { heldByFlow } from '../../assistant/flows/run/hold.ts';
import { startJudge } from '../../assistant/judgements/judge.ts';
import { deleteOldJudgements } from '../../assistant/judgements/judgement.ts';
import { deleteOldGaps } from '../../assistant/knowledge/gaps/gap.ts';
import { groupGaps } from '../../assistant/knowledge/gaps/grouping/grouper.ts';
import { deleteOldTokenDays } from '../../assistant/language-model/budget/budget.ts';
import { renewalJob } from '../../assistant/language-model/embeddings/renewal.ts';
import { takeOverRenewals } from '../../assistant/language-model/embeddings/renewal-due.ts';
import { openLanguageModels } from '../../assistant/language-model/language-model.ts';
import { deleteEndedPauses } from '../../assistant/rules/pauses.ts';
import { startTrainer } from '../../assistant/training/trainer.ts';
import { childEnvironment, type Environment, type Role } from '../../config.ts';
import type { Context } from '../../context.ts';
import { endBroadcasts } from '../../gateway/broadcasts/broadcast.ts';
import { startBroadcastRunner } from '../../gateway/broadcasts/runner/runner.ts';
import { tidyImports } from '../../gateway/contacts/imports.ts';
import { isNetworkWanted } from '../../gateway/devices/installation/installation.ts';
import { deleteOldChecks } from '../../gateway/devices/numbers/questions.ts';
import { releaseNode, takeOverSessions } from '../../gateway/devices/sessions/sessions.ts';
import type { Network } from '../../gateway/engines/engine.ts';
import type { ReadTemplates } from '../../gateway/engines/templates.ts';
import { takeOverEvents } from '../../gateway/events/consumer.ts';
import { deleteOldEvents } from '../../gateway/events/retention.ts';
import { tidyUpdates } from '../../gateway/messages/official/retention.ts';
import { deleteOldQuickReplies } from '../../gateway/messages/phone-replies/automation.ts';
import { startExpiry } from '../../gateway/messages/queue/expire-queued.ts';
import { releaseDevices } from '../../gateway/messages/queue/release-devices.ts';
import { openTemplates } from '../../gateway/templates/template.ts';
import { renewMissingSubscriptions, WEBHOOKS } from '../../gateway/webhooks/consumer.ts';
import { WebhookWorker } from '../../gateway/webhooks/delivery/deliverer.ts';
import { databaseClock } from '../../gateway/webhooks/delivery/shared-clock.ts';
import { takeOverDeliveries } from '../../gateway/webhooks/delivery/takeover.ts';
import { forgetPaces } from '../../gateway/webhooks/replay/pace.ts';
import { forgetOldSecrets } from '../../gateway/webhooks/webhook.ts';
import { mergeMatches } from '../../inbox/conversations/merges/matches.ts';
import { startSearchIndexer } from '../../inbox/conversations/search/indexer.ts';
import { startConversationSweeps } from '../../inbox/conversations/sweeps.ts';
import { deleteOldCodes } from '../../inbox/entry-points/widgets/handover/code.ts';
import { tidyStaff } from '../../inbox/staff/retention.ts';
import { STREAM } from '../../inbox/stream/consumer.ts';
import { tidyStreams } from '../../inbox/stream/upkeep.ts';
import { startClosing } from '../../platform/accounts/closing/closing.ts';
import { deleteOldRequests } from '../../platform/accounts/request-log/request-log.ts';
import { addStorageChanges } from '../../platform/accounts/storage/storage.ts';
import { deleteOldEntries } from '../../platform/audit/audit.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { within } from '../../platform/lib/deadline.ts';
import { createGuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import { type Job, startJobs } from '../../platform/lib/jobs.ts';
import { openProducers } from '../automation.ts';
import { openOfficialProviders } from '../http/official-provider.ts';
import { startImporter } from '../importer.ts';
import { forgetGateways } from '../operator/gateways/gateway.ts';
import { reachOf } from '../reach.ts';
import type { SandboxAddress } from '../sandbox-address.ts';
import type { GatewayDatabase } from './database.ts';
import { startDocumentReader } from './document-reader.ts';
import { startWhenResumed, together } from './identity/paused-roles.ts';
import { startMediaWorker } from './media-worker.ts';
import type { Sandbox } from './sandbox/sandbox-process.ts';
import { endLeftSessions, noteSessions } from './sessions-note.ts';
import { superviseSessions } from './supervisor.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));
const SESSIONS_DRAIN_MS = 2_500;
/** For attempts in flight. The next limit includes the release of other deliveries. */
const WORKER_DRAIN_MS = 300;
const WORKER_STOP_MS = 800;
/** Of the machine's memory, for the heap of one sessions child. */
const HEAP_SHARE = 0.5;
const MEBIBYTE = 1024 * 1024;

export interface Running {
  stop(): Promise<void>;
  kill?(): void;
}

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
    ...{ client, sandboxClient, clock: databaseClock(ctx) },
    findMarks: (messages) => findMarks(ctx, messages),
  });
  webhooks.start();
  const expiry = startExpiry(ctx);
  const broadcasts = startBroadcastRunner(ctx);
  const search = together([startSearchIndexer(ctx), startImporter(ctx)]);
  const media = startMediaWorker(ctx, sandbox?.url ?? null);
  const conversations = startConversationSweeps(ctx, { heldUntil: heldByFlow, returned: announceReturn });
  const clients = { live: client, sandbox: sandboxClient };
  const providers = openOfficialProviders(ctx.config, sandbox);
  const languageModels = openLanguageModels(ctx, clients);
  const { readTemplates } = providers;
  const automation = startAutomation(ctx, { clients, languageModels, readTemplates });
  const closing = startClosing(ctx, [endBroadcasts, releaseDevices]);
  const all: Job[] = [
    renewalJob(ctx, languageModels),
    { name: 'events.take_over', cron: '* * * * *', run: () => takeOverVersionBefore(ctx) },
    { name: 'webhooks.retention', cron: '17 3 * * *', run: () => tidyWebhooks(ctx) },
    { name: 'official_updates.retention', cron: '37 3 * * *', run: () => tidyOfficialUpdates(ctx) },
    { name: 'audit.retention', cron: '57 3 * * *', run: () => tidyAuditLog(ctx) },
    { name: 'staff.retention', cron: '*/10 * * * *', run: () => tidyStaff(ctx) },
    { name: 'request_log.retention', cron: '*/10 * * * *', run: () => tidyRequests(ctx) },
    { name: 'people.matches', cron: '* * * * *', run: () => mergeMatches(ctx) },
    { name: 'media.withdrawn', cron: '* * * * *', run: () => media.removeFiles() },
    { name: 'media.retention', cron: '27 4 * * *', run: () => media.tidy() },
    { name: 'contact_imports.retention', cron: '7 * * * *', run: () => tidyContactImports(ctx) },
    { name: 'number_checks.retention', cron: '7 4 * * *', run: () => tidyNumberChecks(ctx) },
    { name: 'language_models.retention', cron: '47 4 * * *', run: () => tidyTokenDays(ctx) },
    { name: 'auto_replies.retention', cron: '*/15 * * * *', run: () => tidyAutoReplies(ctx) },
    { name: 'quick_replies.retention', cron: '27 4 * * *', run: () => tidyQuickReplies(ctx) },
    { name: 'entry_points.retention', cron: '17 * * * *', run: () => tidyWidgetCodes(ctx) },
    { name: 'knowledge.gaps', cron: '* * * * *', run: (stop) => groupGaps(ctx, stop) },
    { name: 'automation.retention', cron: '47 3 * * *', run: () => tidyAutomation(ctx) },
    { name: 'storage.sums', cron: '* * * * *', run: () => addStorageChanges(ctx) },
    { name: 'stream.upkeep', cron: '* * * * *', run: () => tidyStreams(ctx) },
  ];
  const silenceMs = ctx.config.KURIR_DATABASE_SILENCE_SECONDS * SECOND;
  const jobs = startJobs(directUrl, all, ctx.log, silenceMs);
  return {
    async stop() {
      await Promise.all([
        within(WORKER_STOP_MS, webhooks.stop(WORKER_DRAIN_MS)),
        within(WORKER_STOP_MS, jobs.stop()),
        within(WORKER_STOP_MS, expiry.stop()),
        within(WORKER_STOP_MS, broadcasts.stop()),
        within(WORKER_STOP_MS, closing.stop()),
        within(WORKER_STOP_MS, search.stop()),
        within(WORKER_STOP_MS, media.stop()),
        within(WORKER_STOP_MS, conversations.stop()),
        within(WORKER_STOP_MS, automation.stop()),
      ]);
      await Promise.all([client.close(), sandboxClient.close(), providers.close()]);
    },
  };
}

/** Decides, learns, and judges what was decided. */
function startAutomation(
  ctx: Context,
  given: {
    clients: Parameters<typeof openLanguageModels>[1];
    languageModels: ReturnType<typeof openLanguageModels>;
    readTemplates: ReadTemplates;
  },
): Running {
  const { clients, languageModels, readTemplates } = given;
  const { approve } = openTemplates(ctx, readTemplates);
  const producers = openProducers(ctx, { clients, languageModels, approve });
  const decider = openDecider(ctx, producers);
  decider.start();
  return together([
    decider,
    startDocumentReader(ctx, clients),
    startTrainer(ctx),
    startJudge(ctx, producers.assistant),
    startEvaluator(ctx, producers.assistant.memory),
  ]);
}

/**
 * During an update, processes of the previous version write events and webhooks without backlog and
 * subscription.
 */
async function takeOverVersionBefore(ctx: Context): Promise<void> {
  await renewMissingSubscriptions(ctx);
  await takeOverEvents(ctx);
  await takeOverRenewals(ctx);
}

async function tidyWebhooks(ctx: Context): Promise<void> {
  const events = await deleteOldEvents(ctx, [WEBHOOKS, STREAM, AUTOMATION]);
  const secrets = await forgetOldSecrets(ctx);
  await forgetPaces(ctx);
  ctx.log.info({ events, secrets }, 'webhooks.tidied');
}

async function tidyOfficialUpdates(ctx: Context): Promise<void> {
  const updates = await tidyUpdates(ctx);
  ctx.log.info({ updates }, 'official_updates.tidied');
}

async function tidyAutoReplies(ctx: Context): Promise<void> {
  ctx.log.debug({ pauses: await deleteEndedPauses(ctx) }, 'auto_replies.tidied');
}

async function tidyQuickReplies(ctx: Context): Promise<void> {
  const replies = await deleteOldQuickReplies(ctx);
  ctx.log.info({ replies }, 'quick_replies.tidied');
}

async function tidyWidgetCodes(ctx: Context): Promise<void> {
  ctx.log.debug({ codes: await deleteOldCodes(ctx) }, 'entry_points.tidied');
}

async function tidyAuditLog(ctx: Context): Promise<void> {
  const entries = await deleteOldEntries(ctx);
  ctx.log.info({ entries }, 'audit.tidied');
}

async function tidyRequests(ctx: Context): Promise<void> {
  ctx.log.debug({ requests: await deleteOldRequests(ctx) }, 'request_log.tidied');
}

async function tidyTokenDays(ctx: Context): Promise<void> {
  const days = await deleteOldTokenDays(ctx);
  ctx.log.info({ days }, 'language_models.tidied');
}

async function tidyAutomation(ctx: Context): Promise<void> {
  const decisions = await deleteOldDecisions(ctx);
  const gaps = await deleteOldGaps(ctx);
  const judgements = await deleteOldJudgements(ctx);
  ctx.log.info({ decisions, gaps, judgements }, 'automation.tidied');
}

async function tidyContactImports(ctx: Context): Promise<void> {
  ctx.log.debug({ imports: await tidyImports(ctx) }, 'contact_imports.tidied');
}

async function tidyNumberChecks(ctx: Context): Promise<void> {
  const numbers = await deleteOldChecks(ctx);
  ctx.log.info({ numbers }, 'number_checks.tidied');
}

function startSessions(ctx: Context, found: Found): Running {
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
      const child = forkSessions(network, nodeId, environment);
      noteSessions(ctx.config, [...supervisor.pids(), child.pid ?? 0]).catch((error) =>
        ctx.log.warn({ err: error }, 'sessions.not_noted'),
      );
      return child;
    },
    isWanted: (network) => isNetworkWanted(ctx, network),
    releaseLeases: (nodeId) => releaseNode(ctx, nodeId),
  });
  const unsubscribe = ctx.bus.subscribe('devices', () => supervisor.check());
  return {
    async stop() {
      unsubscribe();
      await supervisor.stop(SESSIONS_DRAIN_MS);
    },
    kill: () => supervisor.kill(),
  };
}

/** A child above its heap limit ends and is replaced, before the machine runs out of memory. */
function forkSessions(network: Network, nodeId: string, environment: Environment): ChildProcess {
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  const heapMebibytes = Math.floor((memory * HEAP_SHARE) / MEBIBYTE);
  return fork(CLI, ['sessions', '--network', network, '--node', nodeId], {
    execArgv: [...process.execArgv, `--max-old-space-size=${heapMebibytes}`],
    env: childEnvironment(environment),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
