import { type Client, Refused } from './client.ts';
import type { Draft, Message } from './message.ts';
import { backOffMs, openPause } from './waiting.ts';

/** A message on its way. */
export interface Pending extends Draft {
  state: 'sending' | 'waiting' | 'failed';
}

export interface Outbox {
  /** In their order. */
  items(): readonly Pending[];
  add(draft: Draft): void;
  /** Forgets what is not sent. */
  clear(): void;
  /** Tries a failed message again. */
  retry(id: string): void;
  /** The gateway has these messages, although an answer was lost. */
  settle(ids: ReadonlySet<string>): void;
  /** Tries at once. */
  hurry(): void;
}

interface Listener {
  onChange(): void;
  onSent(message: Message): void;
  onRefused(refused: Refused): void;
}

/** Sends messages one after another, and repeats until the gateway has stored them or refuses them. */
export function openOutbox({ send }: Pick<Client, 'send'>, listener: Listener): Outbox {
  const pause = openPause();
  let items: Pending[] = [];
  let isRunning = false;

  const set = (id: string, state: Pending['state']) => {
    items = items.map((item) => (item.id === id ? { ...item, state } : item));
    listener.onChange();
  };
  const has = (id: string) => items.some((item) => item.id === id);
  const deliver = async ({ state: _, ...draft }: Pending, tries: number): Promise<boolean> => {
    try {
      const message = await send(draft);
      if (!has(draft.id)) return true;
      items = items.filter(({ id }) => id !== draft.id);
      listener.onSent(message);
      return true;
    } catch (error) {
      if (!has(draft.id)) return true;
      const refused = error instanceof Refused ? error : new Refused(0);
      if (!refused.isPassing) {
        set(draft.id, 'failed');
        listener.onRefused(refused);
        return true;
      }
      set(draft.id, 'waiting');
      await pause.wait(backOffMs(tries, refused.waitMs));
      return false;
    }
  };
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    let tries = 0;
    for (let item = next(); item; item = next()) tries = (await deliver(item, tries)) ? 0 : tries + 1;
    isRunning = false;
  };
  const next = () => items.find(({ state }) => state !== 'failed');
  return {
    items: () => items,
    add(draft) {
      items = [...items, { ...draft, state: 'sending' }];
      listener.onChange();
      void run();
    },
    clear() {
      items = [];
      pause.end();
    },
    retry(id) {
      set(id, 'sending');
      void run();
    },
    settle(ids) {
      items = items.filter(({ id }) => !ids.has(id));
    },
    hurry: () => pause.end(),
  };
}
