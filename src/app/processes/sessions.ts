import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { watchTyping } from '../../assistant/arbiter/typing/typing.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { openFileStore } from '../../files.ts';
import { consentHook } from '../../gateway/broadcasts/opt-outs/opt-out.ts';
import type { SessionListener } from '../../gateway/devices/sessions/session-listener.ts';
import type { SessionWatch } from '../../gateway/devices/sessions/session-watch.ts';
import { startSessions } from '../../gateway/devices/sessions/sessions.ts';
import { createEconomyDriver } from '../../gateway/engines/economy/driver.ts';
import type { AbsenceOf } from '../../gateway/engines/economy/outbound/transmit.ts';
import type { EngineDriver, Network } from '../../gateway/engines/engine.ts';
import {
  type Capabilities,
  ENGINE_KINDS,
  type EngineKind,
  KIND_NAMES,
  perSecondOf,
} from '../../gateway/engines/kinds.ts';
import { createOfficialDriver } from '../../gateway/engines/official-cloud/driver.ts';
import { createGraph } from '../../gateway/engines/official-cloud/graph/graph.ts';
import { createWidgetDriver } from '../../gateway/engines/widget/driver.ts';
import { startDispatcher } from '../../gateway/messages/dispatch/dispatcher.ts';
import type { PacerLimits } from '../../gateway/messages/dispatch/pacer/pacer.ts';
import { createInbound } from '../../gateway/messages/inbound/inbound.ts';
import { watchReadReceipts } from '../../gateway/messages/read-receipts/read-receipts.ts';
import { uploadSource } from '../../gateway/uploads/read-upload.ts';
import { watchStaffTyping } from '../../inbox/conversations/viewers/staff-typing.ts';
import { maxMediaBytes } from '../../media-settings.ts';
import { absentPhone } from '../../platform/lib/absent-phone.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { openNames } from '../../platform/lib/names/names.ts';
import { inboundHooks } from '../inbound-hooks.ts';
import { openMedia } from '../media.ts';
import { phoneReplyHooks } from '../phone-reply-hooks.ts';
import { askControl } from '../sandbox/control.ts';

const SANDBOX_RETRY_MS = 200;

const SandboxFacts = z.object({ whatsapp_url: z.string(), graph_url: z.string(), trust_root: z.base64() });

/** The live network has shorter times. */
const SANDBOX_QR_MS = 90 * SECOND;

interface Providers {
  economy: {
    whatsappUrl: string;
    trustRoot?: Uint8Array;
    timing?: { qrScannableMs: number };
    absenceOf?: AbsenceOf;
  };
  graphUrl: string;
}

/** After `stopSignal` it finishes the work in flight. */
export async function runSessions(options: {
  ctx: Context;
  network: Network;
  nodeId: string;
  stopSignal: AbortSignal;
  /** It takes devices from now on, or would if its sandbox ran. */
  onWorking(): void;
}): Promise<void> {
  const { ctx, network, nodeId, stopSignal, onWorking } = options;
  const { config, log } = ctx;
  const providers = network === 'sandbox' ? await findSandbox(ctx, stopSignal, onWorking) : live(ctx);
  if (!providers) return;

  const files = openFileStore(config);
  const media = await openMedia(config, network, {
    use: 'sessions',
    maxBytes: maxMediaBytes(config),
    uploads: uploadSource(ctx, files),
  });
  const names = openNames();
  const { lookup } = names;
  const graph = createGraph({ url: providers.graphUrl, version: config.KURIR_GRAPH_VERSION, lookup });
  const common = { media: media.fetcher, log, clock: ctx, random: ctx.random };
  const economy = createEconomyDriver({
    ...common,
    ...providers.economy,
    lookup,
    versions: config.KURIR_WHATSAPP_VERSIONS,
  });
  const official = createOfficialDriver({
    ...common,
    graph,
    healthMs: config.KURIR_CLOUD_HEALTH_SECONDS * SECOND,
  });
  const widget = createWidgetDriver({
    clock: ctx,
    // The status that follows each ack wakes the pages.
    pages: { show: () => {}, showTyping: () => ctx.bus.publish('visitors') },
  });
  const drivers: Record<EngineKind, EngineDriver> = { economy, official_cloud: official, widget };
  const { engines, stop } = startEngines(ctx, nodeId, drivers);
  const sessions = startSessions(ctx, {
    nodeId,
    network,
    engines,
    inbound: createInbound(ctx, inboundHooks(ctx), phoneReplyHooks(ctx)),
  });
  onWorking();

  await new Promise<void>((resolve) => {
    if (stopSignal.aborted) resolve();
    else stopSignal.addEventListener('abort', () => resolve(), { once: true });
  });
  await sessions.stop();
  await stop();
  names.close();
  await Promise.all([media.close(), graph.close(), files.close()]);
}

/** What each session of an engine sends, and shows to customers. */
function startEngines(ctx: Context, nodeId: string, drivers: Record<EngineKind, EngineDriver>) {
  const receipts = watchReadReceipts(ctx);
  const watches = [watchTyping(ctx), watchStaffTyping(ctx), receipts.watch];
  const hooks = { noteConsent: consentHook(ctx), onSent: receipts.sent };
  const dispatchers = KIND_NAMES.map((kind) => {
    const driver = drivers[kind];
    return {
      driver,
      dispatcher: startDispatcher(ctx, { nodeId, driver, ...hooks, ...paceOf(kind, ctx.config) }),
    };
  });
  return {
    engines: dispatchers.map(({ driver, dispatcher }) => ({
      driver,
      listener: withWatches(dispatcher, watches, ENGINE_KINDS[driver.kind]),
    })),
    async stop() {
      await Promise.all(
        [...watches, ...dispatchers.map(({ dispatcher }) => dispatcher)].map((each) => each.stop()),
      );
    },
  };
}

function withWatches(
  listener: SessionListener,
  watches: readonly SessionWatch[],
  { typingMarksRead }: Pick<Capabilities, 'typingMarksRead'>,
): SessionListener {
  return {
    ...listener,
    connected(lease, session, blockedUntil, readReceipts = () => 'never') {
      for (const watch of watches) watch.connected({ lease, session, readReceipts, typingMarksRead });
      listener.connected(lease, session, blockedUntil);
    },
    disconnected(device) {
      for (const watch of watches) watch.disconnected(device);
      listener.disconnected(device);
    },
  };
}

/** Empty for a provider without a limit per recipient. */
function paceOf(kind: EngineKind, config: Config): { pace?: PacerLimits } {
  const recipient = ENGINE_KINDS[kind].recipientPace;
  return recipient ? { pace: { perSecond: perSecondOf(kind, config), recipient } } : {};
}

const live = ({ config }: Context): Providers => ({
  economy: { whatsappUrl: config.KURIR_WHATSAPP_URL },
  graphUrl: config.KURIR_GRAPH_URL,
});

/** Waits for the sandbox; null when stopped before. */
async function findSandbox(
  ctx: Context,
  stopSignal: AbortSignal,
  onAway: () => void,
): Promise<Providers | null> {
  const { KURIR_SANDBOX_URL: url, KURIR_SANDBOX_CONTROL_TOKEN: token = '' } = ctx.config;
  if (!url) throw new Error('A sessions process of the sandbox network needs KURIR_SANDBOX_URL from main.');
  while (!stopSignal.aborted) {
    try {
      const answer = await askControl({ url: new URL(url).origin, token }, '/sandbox', {
        signal: stopSignal,
      });
      const facts = SandboxFacts.parse(await answer.json());
      return {
        economy: {
          whatsappUrl: facts.whatsapp_url,
          trustRoot: Buffer.from(facts.trust_root, 'base64'),
          timing: { qrScannableMs: SANDBOX_QR_MS },
          absenceOf: absentPhone,
        },
        graphUrl: facts.graph_url,
      };
    } catch (error) {
      onAway();
      ctx.log.debug({ err: error }, 'sessions.sandbox_not_ready');
      await wait(SANDBOX_RETRY_MS);
    }
  }
  return null;
}
