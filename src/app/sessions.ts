import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { startSessions } from '../devices/sessions/sessions.ts';
import { createEconomyDriver } from '../engines/economy/driver.ts';
import type { Network } from '../engines/engine.ts';
import { SECOND } from '../lib/clock.ts';
import { startDispatcher } from '../messages/dispatch/dispatch.ts';
import { createInbound } from '../messages/inbound/inbound.ts';
import { openMedia } from './media.ts';

const SANDBOX_RETRY_MS = 200;
const SANDBOX_ANSWER_MS = 2_000;

/** What the sandbox says of itself. */
const SandboxFacts = z.object({ whatsapp_url: z.string(), trust_root: z.base64() });

/** The sandbox takes each code for so long after it was first shown; the live network has its own, shorter rhythm. */
const SANDBOX_QR_MS = 90 * SECOND;

interface Provider {
  whatsappUrl: string;
  trustRoot?: Uint8Array;
  timing?: { qrScannableMs: number };
}

/** The sessions of one network: holds devices, carries their messages both ways, until told to stop; then drains what is under way. */
export async function runSessions(options: {
  ctx: Context;
  network: Network;
  nodeId: string;
  stopSignal: AbortSignal;
}): Promise<void> {
  const { ctx, network, nodeId, stopSignal } = options;
  const provider = network === 'sandbox' ? await findSandbox(ctx, stopSignal) : live(ctx);
  if (!provider) return;

  const media = await openMedia(ctx.config, `sessions-${network}`);
  const driver = createEconomyDriver({
    ...provider,
    media: media.fetcher,
    versions: ctx.config.KURIR_WHATSAPP_VERSIONS,
    log: ctx.log,
    clock: ctx,
    random: ctx.random,
  });
  const dispatcher = startDispatcher(ctx, { nodeId, driver });
  const sessions = startSessions(ctx, {
    nodeId,
    network,
    driver,
    listener: dispatcher,
    storeReceived: createInbound(ctx),
  });

  await new Promise<void>((resolve) => {
    if (stopSignal.aborted) resolve();
    else stopSignal.addEventListener('abort', () => resolve(), { once: true });
  });
  await sessions.stop();
  await dispatcher.stop();
  await media.close();
}

const live = (ctx: Context): Provider => ({ whatsappUrl: ctx.config.KURIR_WHATSAPP_URL });

/** Address and trust root of the sandbox, as soon as it answers; null when told to stop before. */
async function findSandbox(ctx: Context, stopSignal: AbortSignal): Promise<Provider | null> {
  const { KURIR_SANDBOX_URL: url, KURIR_SANDBOX_CONTROL_TOKEN: token = '' } = ctx.config;
  if (!url) throw new Error('A sessions process of the sandbox network needs KURIR_SANDBOX_URL from main.');
  while (!stopSignal.aborted) {
    try {
      const answer = await fetch(new URL('/sandbox', url), {
        headers: { 'x-sandbox-control': token },
        signal: AbortSignal.any([stopSignal, AbortSignal.timeout(SANDBOX_ANSWER_MS)]),
      });
      const facts = SandboxFacts.parse(await answer.json());
      return {
        whatsappUrl: facts.whatsapp_url,
        trustRoot: Buffer.from(facts.trust_root, 'base64'),
        timing: { qrScannableMs: SANDBOX_QR_MS },
      };
    } catch (error) {
      ctx.log.debug({ err: error }, 'sessions.sandbox_not_ready');
      await wait(SANDBOX_RETRY_MS);
    }
  }
  return null;
}
