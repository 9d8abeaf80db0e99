import type { Context } from '../../context.ts';
import { PROOF_MS, releaseHold } from '../../devices/restrictions/restriction.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import * as store from '../queue/claim-store.ts';
import type { Probe } from './hold.ts';
import type { Line } from './line.ts';

/** Follows the messages that have to show whether numbers that are held back may send again. */
export interface Probes {
  /** Looks what has become of them, unless it does so already; calls `onChange` when more may go out. */
  look(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/**
 * That the provider has taken a message shows nothing: it may tell later that it has not sent it, and why. A message that arrives shows that
 * the number is free, and so does one of which nothing bad is heard for a while: not everybody lets the provider tell us what becomes of them.
 */
export function createProbes(
  ctx: Context,
  { nodeId, lines, onChange }: { nodeId: string; lines: ReadonlyMap<number, Line>; onChange(): void },
): Probes {
  let looking: Promise<void> | null = null;

  async function lookAt(probes: readonly { line: Line; probe: Probe }[]): Promise<void> {
    const ids = probes.map(({ probe }) => probe.messageId);
    const statuses = await store.findStatuses(ctx.db, ids);
    for (const { line, probe } of probes) {
      const status = statuses.get(probe.messageId);
      const isSilent = ctx.now().getTime() - probe.takenAt >= PROOF_MS;
      if (status === 'delivered' || status === 'read' || (status === 'sent' && isSilent)) {
        await free(line, probe);
      } else if (status === 'failed' || isSilent) {
        line.hold.drop(probe);
        onChange();
      }
    }
  }

  async function free({ device, hold }: Line, probe: Probe): Promise<void> {
    // The provider has spoken again meanwhile, or the line is a new one.
    if (hold.probe() !== probe) return;
    await releaseHold(ctx, device.id, { node_id: nodeId, epoch: device.epoch });
    if (hold.probe() === probe) hold.release();
    onChange();
  }

  return {
    look() {
      const probes = [...lines.values()].flatMap((line) => {
        const probe = line.hold.probe();
        return probe ? [{ line, probe }] : [];
      });
      if (probes.length === 0) return;
      looking ??= lookAt(probes)
        .catch((error) => {
          if (!isDatabaseAway(error)) ctx.log.error({ err: error }, 'dispatch.probes_not_found');
        })
        .finally(() => {
          looking = null;
        });
    },

    async idle() {
      await looking;
    },
  };
}
