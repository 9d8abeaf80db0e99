import type { Changes } from './live-list.ts';

/** Longer than any call. */
const KEPT_MS = 60_000;
let batches: { at: number; changes: Changes }[] = [];

/** Remembers a batch, for pages that are on their way. */
export function remember(changes: Changes): void {
  const now = Date.now();
  batches = [...batches.filter(({ at }) => at > now - KEPT_MS), { at: now, changes }];
}

/** What events changed since a time, in one batch. */
export function changesSince(since: number): Changes {
  const later = batches.filter(({ at }) => at >= since).map(({ changes }) => changes);
  return {
    conversations: new Map(later.flatMap(({ conversations }) => [...conversations])),
    statuses: new Map(later.flatMap(({ statuses }) => [...statuses])),
    gone: new Set(later.flatMap(({ gone }) => [...gone])),
  };
}
