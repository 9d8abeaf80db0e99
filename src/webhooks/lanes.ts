/** How many requests may be under way at once, in all and to each endpoint, so that one slow endpoint cannot take every place. */
export interface Lanes {
  /** Places left over all endpoints. */
  free(): number;
  /** Places left for the endpoints that differ from a newcomer's `NEWCOMER_WIDTH`. */
  rooms(): { webhook_id: number; room: number }[];
  enter(webhookId: number): void;
  leave(webhookId: number, ok: boolean): void;
  forget(webhookId: number): void;
}

export const NEWCOMER_WIDTH = 4;
const FULL_WIDTH = 64;

/**
 * Each success widens an endpoint's lane by one, a failure narrows it to a single request: who answers well soon has all it needs, who hangs
 * holds one place.
 */
export function createLanes(maxInFlight: number): Lanes {
  const lanes = new Map<number, { inFlight: number; width: number }>();
  let total = 0;

  return {
    free: () => maxInFlight - total,

    rooms: () =>
      [...lanes].map(([webhook_id, { inFlight, width }]) => ({
        webhook_id,
        room: Math.max(0, width - inFlight),
      })),

    enter(webhookId) {
      const lane = lanes.get(webhookId) ?? { inFlight: 0, width: NEWCOMER_WIDTH };
      lane.inFlight += 1;
      total += 1;
      lanes.set(webhookId, lane);
    },

    leave(webhookId, ok) {
      total -= 1;
      const lane = lanes.get(webhookId);
      if (!lane) return;
      lane.inFlight -= 1;
      lane.width = ok ? Math.min(FULL_WIDTH, lane.width + 1) : 1;
      // Idle and in good standing: a newcomer again. A narrow lane is remembered until it has widened or the webhook is disabled.
      if (lane.inFlight === 0 && lane.width >= NEWCOMER_WIDTH) lanes.delete(webhookId);
    },

    forget(webhookId) {
      if (lanes.get(webhookId)?.inFlight === 0) lanes.delete(webhookId);
    },
  };
}
