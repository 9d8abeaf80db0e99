import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { EngineDriver } from '../../engines/engine.ts';
import { ENGINE_KINDS } from '../../engines/kinds.ts';
import { SECOND } from '../../lib/clock.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import type { ClaimedMessage } from '../queue/claim-store.ts';
import * as store from '../queue/claim-store.ts';
import { type Entry, isLow, type Line, paceWaitMs, putLast, roomsOf } from './line.ts';
import { createSpareIds } from './spare-ids.ts';

/** Of one claim, whatever room there is: the next one follows at once. */
const MAX_CLAIMED = 500;
/** The longest wait for a pace to allow more. */
const MAX_PACE_WAIT_MS = SECOND;

export interface ClaimsOptions {
  nodeId: string;
  driver: EngineDriver;
  /** The network sets a pace: the room of a line may be less than its window, and grows by itself. */
  isPaced: boolean;
  /** By device id. */
  lines: Map<number, Line>;
  /** By message id. */
  inHand: ReadonlyMap<number, Entry>;
  handOver(message: ClaimedMessage): void;
}

/** Fetches due messages for the lines that have room: one claim at a time, for all lines of one moment. */
export interface Claims {
  /** There may be messages, or room for them. */
  wake(): void;
  /** The same; lines that are more than half full are served too this time, for what is in hand there may hang. */
  wakeAll(): void;
  /** Nothing is claimed any more; resolves when what was under way is handed over. */
  stop(): Promise<void>;
}

export function createClaims(ctx: Context, options: ClaimsOptions): Claims {
  const { nodeId, driver, isPaced, lines, inHand, handOver } = options;
  const { transport, window, prepares } = ENGINE_KINDS[driver.kind];
  const fetchDue = transport === 'calls' ? store.lookDue : store.claimDue;
  const preparedTypes = [...prepares];
  const spareIds = createSpareIds(() => driver.newMessageId());
  const nowMs = () => ctx.now().getTime();
  let claiming: Promise<void> | null = null;
  let again = false;
  let toAll = false;
  let stopping = false;
  let paceTimer: NodeJS.Timeout | null = null;

  function wake(): void {
    if (stopping) return;
    again = true;
    claiming ??= claimWhileAsked();
  }

  async function claimWhileAsked(): Promise<void> {
    while (again && !stopping) {
      again = false;
      await claim().catch((error) => {
        if (!isDatabaseAway(error)) ctx.log.error({ err: error }, 'dispatch.claim_failed');
      });
      // All that is done in one turn of the loop shares the next claim.
      await nextTurn();
    }
    claiming = null;
  }

  async function claim(): Promise<void> {
    const served = [...lines.values()].filter((line) => toAll || isLow(line, window));
    toAll = false;
    const devices = roomsOf(served, inHand.values(), window, nowMs());
    if (isPaced) wakeWhenPaceAllows();
    if (devices.length === 0) return;
    const total = devices.reduce((sum, { room }) => sum + room, 0);
    const freshIds = spareIds.take(Math.min(total, MAX_CLAIMED));
    const claimed = await fetchDue(ctx.db, {
      nodeId,
      devices,
      preparedTypes,
      inHand: [...inHand.keys()],
      freshIds,
      now: ctx.now(),
    });
    spareIds.giveBack(freshIds, claimed);
    for (const message of claimed) handOver(message);
    const isFull = claimed.length === MAX_CLAIMED;
    // A claim serves its lines in their order: those that had their share come last in the next one.
    if (isFull) putLast(lines, claimed);
    // There was room for more than one look could tell.
    if (isFull || (isPaced && claimed.length > 0)) again = true;
  }

  function wakeWhenPaceAllows(): void {
    const waitMs = paceWaitMs(lines.values(), nowMs());
    if (paceTimer || waitMs === null || stopping) return;
    const look = () => {
      paceTimer = null;
      wake();
    };
    paceTimer = setTimeout(look, Math.min(MAX_PACE_WAIT_MS, waitMs));
  }

  return {
    wake,

    wakeAll() {
      toAll = true;
      wake();
    },

    async stop() {
      stopping = true;
      if (paceTimer) clearTimeout(paceTimer);
      await claiming;
    },
  };
}
