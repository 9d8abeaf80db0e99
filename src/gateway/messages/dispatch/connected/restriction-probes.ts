import type { Context } from '../../../../context.ts';
import { isDatabaseUnavailable } from '../../../../platform/lib/db/unavailable.ts';
import { endBlockingRestriction, PROBE_MS } from '../../../devices/restrictions/restriction.ts';
import * as store from '../in-flight-store.ts';
import type { ClaimSignal } from './claim-signal.ts';
import type { ConnectedDevice } from './connected-device.ts';
import type { ConnectedDevices } from './connected-devices.ts';
import type { Probe } from './gate.ts';

/**
 * Acceptance proves nothing: a failure may follow. Delivery or silence ends the restriction, because not every account
 * has callbacks.
 */
export class RestrictionProbes {
  readonly #ctx: Context;
  readonly #parts: { nodeId: string; devices: ConnectedDevices; claimSignal: ClaimSignal };
  #checking: Promise<void> | null = null;

  constructor(ctx: Context, parts: { nodeId: string; devices: ConnectedDevices; claimSignal: ClaimSignal }) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  check(): void {
    const probes = this.#parts.devices.all().flatMap((device) => {
      const { probe } = device.gate;
      return probe ? [{ device, probe }] : [];
    });
    if (probes.length === 0) return;
    this.#checking ??= this.#checkAll(probes)
      .catch((error) => {
        if (!isDatabaseUnavailable(error)) this.#ctx.log.error({ err: error }, 'dispatch.probes_not_found');
      })
      .finally(() => {
        this.#checking = null;
      });
  }

  async idle(): Promise<void> {
    await this.#checking;
  }

  async #checkAll(probes: readonly { device: ConnectedDevice; probe: Probe }[]): Promise<void> {
    const ids = probes.map(({ probe }) => probe.messageId);
    const statuses = await store.findStatuses(this.#ctx.db, ids);
    for (const { device, probe } of probes) {
      const status = statuses.get(probe.messageId);
      const isSilent = this.#ctx.uptimeMs() - probe.acceptedAt >= PROBE_MS;
      if (status === 'delivered' || status === 'read' || (status === 'sent' && isSilent)) {
        await this.#endRestriction(device, probe);
      } else if (status === 'failed' || isSilent) {
        device.gate.discardProbe(probe);
        this.#parts.claimSignal.wake();
      }
    }
  }

  async #endRestriction({ lease, gate }: ConnectedDevice, probe: Probe): Promise<void> {
    if (gate.probe !== probe) return;
    await endBlockingRestriction(this.#ctx, lease.id, { node_id: this.#parts.nodeId, epoch: lease.epoch });
    if (gate.probe === probe) gate.release();
    this.#parts.claimSignal.wake();
  }
}
