import type { HeldDevice } from '../../devices/sessions/session-listener.ts';
import type { EngineSession } from '../../engines/engine.ts';
import type { ClaimedMessage, DeviceRoom } from '../queue/claim-store.ts';
import { createHold, type Hold } from './hold.ts';
import type { Pace } from './pace.ts';

/** As many more may wait in our hands for a file, their own or that of a message before them to the same recipient. */
const MAX_PARKED = 50;

/** A connected device of this process, and its messages that are in our hands. */
export interface Line {
  device: HeldDevice;
  session: EngineSession;
  /** Aborted when the line is abandoned. */
  stop: AbortController;
  /** By provider id: in our hands and not acknowledged. */
  open: Map<string, Entry>;
  /** Those of them that wait for a file, their own or that of a message before them; never in the way of other recipients. */
  parked: Set<Entry>;
  /** By recipient, while messages to it are parked: the last of them takes its place in the queue. */
  behind: Map<string, Promise<void>>;
  /** Sends go out one after the other, in the order of their ids: of all the device on a line, of each recipient by calls. */
  queues: Map<string, Promise<void>>;
  /** How fast it may send; null when the network sets no limit. */
  pace: Pace | null;
  hold: Hold;
}

/** A claimed message, until what became of it is stored. */
export interface Entry {
  message: ClaimedMessage;
  /** Handed to the session: it may have been written. */
  written: boolean;
  /** The line it was on is abandoned; until that is stored, nothing more of its device is claimed, which keeps the order. */
  abandoned: boolean;
  timer: NodeJS.Timeout | null;
}

export function newLine(device: HeldDevice, session: EngineSession, pace: Pace | null): Line {
  return {
    device,
    session,
    stop: new AbortController(),
    open: new Map(),
    parked: new Set(),
    behind: new Map(),
    queues: new Map(),
    pace,
    hold: createHold(),
  };
}

/**
 * The lines that may claim messages now, and how many, when `window` may be in hand at a time: none whose device has abandoned messages
 * among those in hand.
 */
export function roomsOf(
  lines: readonly Line[],
  inHand: Iterable<Entry>,
  window: number,
  now: number,
): DeviceRoom[] {
  const leaving = new Set<number>();
  for (const { abandoned, message } of inHand) if (abandoned) leaving.add(message.device_id);
  return lines
    .map((line) => roomOf(line, window, now))
    .filter(({ room, device_id }) => room > 0 && !leaving.has(device_id));
}

/** Those that wait for a file take no room from the others. */
function roomOf(line: Line, window: number, now: number): DeviceRoom {
  const { device, open, parked, pace, hold } = line;
  const free = window - (open.size - parked.size);
  return {
    device_id: device.id,
    epoch: device.epoch,
    room: Math.min(free, hold.room(now), pace?.room(now) ?? free),
    only_ready: parked.size >= MAX_PARKED,
  };
}

/** Half of the window is free, or more: below that, each message that is done would be a claim of its own. */
export function isLow({ open, parked }: Line, window: number): boolean {
  return open.size - parked.size <= window / 2;
}

/** Puts the lines of these messages behind the others. */
export function putLast(lines: Map<number, Line>, messages: readonly { device_id: number }[]): void {
  for (const id of new Set(messages.map(({ device_id }) => device_id))) {
    const line = lines.get(id);
    if (!line) continue;
    lines.delete(id);
    lines.set(id, line);
  }
}

/** Until one of the lines that may not send now may, at least 10 ms: clocks that stand still are not asked all the time. Null when all may. */
export function paceWaitMs(lines: Iterable<Line>, now: number): number | null {
  const waitOf = ({ pace, hold }: Line) => Math.max(hold.waitMs(now), pace?.waitMs(now) ?? 0);
  const waits = [...lines].map(waitOf).filter((ms) => ms > 0);
  return waits.length === 0 ? null : Math.max(10, Math.min(...waits));
}

/** Puts work, which never rejects, behind what waits under this key; resolves when it is done. */
export function enqueue({ queues }: Line, key: string, work: () => Promise<void>): Promise<void> {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work).finally(() => {
    if (queues.get(key) === turn) queues.delete(key);
  });
  queues.set(key, turn);
  return turn;
}
