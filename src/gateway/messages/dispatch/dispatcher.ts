import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { Pause } from '../../../platform/lib/pause.ts';
import type { SessionListener } from '../../devices/sessions/session-listener.ts';
import type { EngineDriver } from '../../engines/engine.ts';
import { ENGINE_KINDS } from '../../engines/kinds.ts';
import type { ConsentHook } from '../customer-changes.ts';
import { onHandOver } from '../handed.ts';
import { ClaimLoop } from './claim-loop.ts';
import { ClaimSignal } from './connected/claim-signal.ts';
import { ConnectedDevices } from './connected/connected-devices.ts';
import { InFlight } from './connected/in-flight.ts';
import { RestrictionProbes } from './connected/restriction-probes.ts';
import { Intake } from './intake.ts';
import { createListener } from './listener.ts';
import { OutcomeWriter } from './outcomes/outcome-writer.ts';
import { Outcomes, type SentHook } from './outcomes/outcomes.ts';
import type { PacerLimits } from './pacer/pacer.ts';
import { Preparations } from './preparations/preparations.ts';
import { CallSender } from './senders/call-sender.ts';
import { LineSender } from './senders/line-sender.ts';
import type { Sender } from './senders/sender.ts';

const POLL_MS = SECOND;

export interface DispatcherOptions {
  nodeId: string;
  driver: EngineDriver;
  pace?: PacerLimits;
  ackTimeoutMs?: number;
  noteConsent?: ConsentHook;
  onSent?: SentHook;
}

export interface Dispatcher extends SessionListener {
  stop(): Promise<void>;
}

/** A due message that is not in flight is claimed again: no lost connection, answer or write loses it. */
export function startDispatcher(ctx: Context, options: DispatcherOptions): Dispatcher {
  const parts = openParts(ctx, options);
  const { claimSignal, devices, sender, probes } = parts;
  const pause = new Pause(POLL_MS);
  let looksIn = 0;
  const lookSoon = () => {
    pause.shorten();
    looksIn = Math.min(looksIn, POLL_MS);
  };
  const unsubscribe = onHandOver(ctx.bus, (messages) => {
    const own = messages?.filter(({ device_id }) => devices.get(device_id));
    if (own?.length === 0) return;
    lookSoon();
    if (own && sender.isFree) claimSignal.hand(own);
    else claimSignal.wake();
  });
  const listener = createListener(ctx, { ...parts, ...options });
  const poll = setInterval(() => {
    probes.check();
    looksIn -= POLL_MS;
    if (looksIn > 0) return;
    looksIn = pause.next();
    claimSignal.wakeAll();
  }, POLL_MS);

  return {
    ...listener,

    connected(...given) {
      // The node before may have deferred messages.
      lookSoon();
      listener.connected(...given);
    },

    async stop() {
      unsubscribe();
      clearInterval(poll);
      const claimed = parts.claims.stop();
      for (const { lease } of devices.all()) devices.close(lease.id, (item) => sender.release(item));
      await claimed;
      await Promise.all([sender.idle(), probes.idle()]);
      await parts.writer.idle();
      parts.stopped.abort();
      await parts.preparations.idle();
    },
  };
}

/** Each part uses only parts above it. */
function openParts(ctx: Context, { nodeId, driver, ackTimeoutMs, ...hooks }: DispatcherOptions) {
  const stopped = new AbortController();
  const { transport, prepares } = ENGINE_KINDS[driver.kind];
  const claimSignal = new ClaimSignal();
  const devices = new ConnectedDevices();
  const inFlight = new InFlight();
  const writer = new OutcomeWriter(ctx, { inFlight, claimSignal, stopped: stopped.signal });
  const outcomes = new Outcomes(ctx, writer, hooks);
  const senders = {
    line: () => new LineSender(ctx, { outcomes, ackTimeoutMs }),
    calls: () => new CallSender(ctx, { nodeId, inFlight, outcomes, stopped: stopped.signal }),
  };
  const sender: Sender = senders[transport]();
  const preparations = new Preparations(ctx, {
    save: (rows) => sender.savePrepared(rows),
    stopped: stopped.signal,
  });
  const intake = new Intake(ctx, {
    inFlight,
    devices,
    sender,
    outcomes,
    preparations,
    claimSignal,
    prepares,
  });
  const claims = new ClaimLoop(ctx, {
    nodeId,
    engine: driver.kind,
    devices,
    inFlight,
    intake,
    claimSignal,
    newMessageId: () => driver.newMessageId(),
  });
  const probes = new RestrictionProbes(ctx, { nodeId, devices, claimSignal });
  return { stopped, claimSignal, devices, writer, outcomes, sender, preparations, claims, probes };
}
