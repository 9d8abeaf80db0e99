import type { Context } from '../../../context.ts';
import { toStorable } from '../../../platform/lib/text.ts';
import type { SessionListener } from '../../devices/sessions/session-listener.ts';
import type { EngineDriver } from '../../engines/engine.ts';
import { ENGINE_KINDS } from '../../engines/kinds.ts';
import { outboundOf } from './claim-store.ts';
import type { ClaimSignal } from './connected/claim-signal.ts';
import { ConnectedDevice } from './connected/connected-device.ts';
import type { ConnectedDevices } from './connected/connected-devices.ts';
import type { Gate } from './connected/gate.ts';
import * as store from './in-flight-store.ts';
import type { Outcomes } from './outcomes/outcomes.ts';
import { createPacers, type PacerLimits } from './pacer/pacer.ts';
import type { Sender } from './senders/sender.ts';

interface ListenerParts {
  driver: EngineDriver;
  pace?: PacerLimits;
  devices: ConnectedDevices;
  sender: Sender;
  outcomes: Outcomes;
  claimSignal: ClaimSignal;
}

export function createListener(ctx: Context, parts: ListenerParts): SessionListener {
  const { driver, pace, devices, sender, outcomes, claimSignal } = parts;
  const { window } = ENGINE_KINDS[driver.kind];
  const pacerOf = pace && createPacers(pace);
  const restrict = (gate: Gate | undefined, until: Date) =>
    gate?.restrict(ctx.uptimeMs(), until.getTime() - ctx.now().getTime());
  const close = (deviceId: number) => devices.close(deviceId, (item) => sender.release(item));
  const takePending = (deviceId: number, waMessageId: string) =>
    devices.get(deviceId)?.window.take(waMessageId) ?? null;

  return {
    connected(lease, session, blockedUntil) {
      close(lease.id);
      const device = new ConnectedDevice(lease, session, { window, pacer: pacerOf?.(lease.id) ?? null });
      if (blockedUntil) restrict(device.gate, blockedUntil);
      devices.add(device);
      claimSignal.wake();
    },

    block({ id }, until) {
      const gate = devices.get(id)?.gate;
      if (until) restrict(gate, until);
      else gate?.release();
      claimSignal.wake();
    },

    halt({ id }, isHalted) {
      const device = devices.get(id);
      if (!device) return;
      device.isHalted = isHalted;
      claimSignal.wake();
    },

    disconnected(lease) {
      if (devices.get(lease.id)?.lease === lease) close(lease.id);
    },

    ack(lease, { waMessageId, error }) {
      const item = takePending(lease.id, waMessageId);
      if (error) outcomes.rejected(lease, item, waMessageId, error);
      else outcomes.record(lease, item, { waMessageId, status: 'sent' });
    },

    receipt(lease, { waMessageId, status }) {
      // The phone has it, so the server had it too, even if its ack was lost.
      outcomes.record(lease, takePending(lease.id, waMessageId), { waMessageId, status });
    },

    async findSent({ id }, waMessageId) {
      const message = await store.findSent(ctx.db, { deviceId: id, reservedId: toStorable(waMessageId) });
      return message ? outboundOf({ ...message, reserved_wa_id: waMessageId }) : null;
    },
  };
}
