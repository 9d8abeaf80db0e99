import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client.ts';
import type { LiveEvent, LiveState } from './events.ts';
import { positionQuery } from './position.ts';
import { readStream } from './stream.ts';

/** From the tab that holds the stream to the others. */
type Post =
  | { type: 'events'; events: readonly LiveEvent[]; lastId: string | null }
  | { type: 'state'; state: LiveState; lastId: string | null }
  | { type: 'refused' }
  | { type: 'hello' };

type Handler = (events: readonly LiveEvent[]) => void;

const handlers = new Set<Handler>();
const stateListeners = new Set<() => void>();
let state: LiveState = 'connecting';

/**
 * Shows the changes of the account in this tab. All tabs of a browser share one stream, which the tab with the lock
 * reads. When that tab closes, another tab goes on from the same position. Returns what stops it.
 */
export function startLive(userId: string, onRefused: () => void): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(`kurir-live-${userId}`);
  // From before the lists of the page were read.
  let lastId = queryClient.getQueryData(positionQuery.queryKey) ?? null;
  let isLeader = false;

  const receive = (post: Post) => {
    if (post.type === 'state') {
      if (isBefore(lastId, post.lastId)) void queryClient.invalidateQueries();
      lastId = post.lastId ?? lastId;
      return setState(post.state);
    }
    if (post.type === 'refused') return onRefused();
    if (post.type === 'hello')
      return isLeader && channel.postMessage({ type: 'state', state, lastId } satisfies Post);
    lastId = post.lastId ?? lastId;
    deliver(post.events);
  };
  const tell = (post: Post) => {
    channel.postMessage(post);
    receive(post);
  };
  channel.onmessage = ({ data }: MessageEvent<Post>) => receive(data);
  channel.postMessage({ type: 'hello' } satisfies Post);

  const lead = async () => {
    isLeader = true;
    await readStream(stop.signal, {
      lastId,
      onEvents: (events, id) => tell({ type: 'events', events, lastId: id }),
      onOpen: () => tell({ type: 'state', state: 'open', lastId }),
      onLost: () => tell({ type: 'state', state: 'lost', lastId }),
      onRefused: () => tell({ type: 'refused' }),
    });
  };
  navigator.locks.request(`kurir-live-${userId}`, { signal: stop.signal }, lead).catch(() => {
    // Stopped while another tab had the lock.
  });
  return () => {
    stop.abort();
    channel.close();
    setState('connecting');
  };
}

/** Whether events came between the lists of this tab and its place among the tabs. */
const isBefore = (own: string | null, others: string | null) =>
  others !== null && (own === null || Number(own) < Number(others));

/** Calls the handler with the events of the stream, while the component is shown. Keep the handler stable. */
export function useLiveEvents(handler: Handler): void {
  useEffect(() => onLiveEvents(handler), [handler]);
}

/** The same outside of components. Returns what ends it. */
export function onLiveEvents(handler: Handler): () => void {
  handlers.add(handler);
  return () => handlers.delete(handler);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => state,
  );
}

function deliver(events: readonly LiveEvent[]): void {
  if (events.length === 0) return;
  if (events.some(({ name }) => name === 'resync')) void queryClient.invalidateQueries();
  for (const handler of handlers) handler(events);
}

function setState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const listener of stateListeners) listener();
}
