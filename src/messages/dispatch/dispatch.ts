import type { Context } from '../../context.ts';
import type { HeldDevice, SessionListener } from '../../devices/sessions/session-listener.ts';
import type { EngineDriver, EngineSession, SendOutcome } from '../../engines/engine.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { SECOND } from '../../lib/clock.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import { toStorable } from '../../lib/text.ts';
import { createStatusWriter } from '../statuses/status-writer.ts';
import type { StatusChange } from '../statuses/store.ts';
import { outboundOf } from './outbound.ts';
import { createPreparations } from './preparations.ts';
import { nextAttempt } from './retry-plan.ts';
import type { ClaimedMessage, Deferral, DeviceRoom } from './store.ts';
import * as store from './store.ts';

/** Messages of one device that are handed over and not acknowledged yet; more wait in the queue. */
const WINDOW = 30;
/** As many more may wait in our hands for a file, their own or that of a message before them to the same recipient. */
const MAX_PARKED = 50;
/** No ack for so long: the message is sent again, under its id. */
const ACK_TIMEOUT_MS = 30 * SECOND;
/** The line is being set up anew and will be back in a moment. */
const NOT_CONNECTED_WAIT_MS = SECOND;
const POLL_MS = SECOND;
const MAX_DEFERRALS = 500;

interface Line {
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
  /** Sends of one device go out one after the other, in the order of their ids. */
  queue: Promise<void>;
}

/** A claimed message, until what became of it is stored. */
interface Entry {
  message: ClaimedMessage;
  written: boolean;
  timer: NodeJS.Timeout | null;
}

interface Failure {
  code: string;
  message: string;
  /** It certainly never reached the provider. */
  refund: boolean;
}

export interface Dispatcher extends SessionListener {
  /** Stops claiming, and resolves when what was reported is stored. */
  stop(): Promise<void>;
}

/**
 * Takes queued messages of the connected devices of this process to their sessions. One claim for all devices of one moment: it reserves
 * and commits the provider id, and only then is anything written to the network. Whatever is due and not in our hands is claimed again,
 * so nothing can get stuck: a line that broke, an answer that was lost, a write that failed.
 */
export function startDispatcher(
  ctx: Context,
  options: { nodeId: string; driver: EngineDriver; ackTimeoutMs?: number },
): Dispatcher {
  const { nodeId, driver, ackTimeoutMs = ACK_TIMEOUT_MS } = options;
  const preparedTypes = [...driver.prepares];
  const stopped = new AbortController();
  const statuses = createStatusWriter(ctx, stopped.signal);
  const deferrals = createBatcher<Deferral, undefined>(defer, { maxItems: MAX_DEFERRALS });
  const preparations = createPreparations(ctx, stopped.signal);
  const lines = new Map<number, Line>();
  /** By message id. */
  const inHand = new Map<number, Entry>();
  const writes = new Set<Promise<void>>();
  let claiming: Promise<void> | null = null;
  let again = false;
  let stopping = false;

  // Claiming --------------------------------------------------------------------------------------------------------------

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
    }
    claiming = null;
  }

  async function claim(): Promise<void> {
    const free = [...lines.values()].map(roomOf).filter(({ room }) => room > 0);
    if (free.length === 0) return;
    const rooms = free.reduce((sum, { room }) => sum + room, 0);
    const freshIds = Array.from({ length: rooms }, () => driver.newMessageId());
    const claimed = await store.claimDue(
      ctx.pool,
      nodeId,
      free,
      preparedTypes,
      [...inHand.keys()],
      freshIds,
      ctx.now(),
    );
    for (const message of claimed) handOver(message);
  }

  function handOver(message: ClaimedMessage): void {
    const line = lines.get(message.device_id);
    if (!line || inHand.has(message.id)) return; // the line changed meanwhile: it is claimed again
    const entry: Entry = { message, written: false, timer: null };
    inHand.set(message.id, entry);
    line.open.set(message.reserved_wa_id, entry);
    const isReady = message.prepared !== null || !driver.prepares.has(message.type);
    if (isReady && !line.behind.has(message.phone)) enqueue(line, entry);
    else park(line, entry, isReady);
  }

  /** In the order of their ids to each recipient, whoever waits for a file. */
  function park(line: Line, entry: Entry, isReady: boolean): void {
    const { phone } = entry.message;
    line.parked.add(entry);
    const turn = Promise.all([line.behind.get(phone), isReady ? null : prepare(line, entry)]).then(() => {
      line.parked.delete(entry);
      if (line.behind.get(phone) === turn) line.behind.delete(phone);
      enqueue(line, entry);
    });
    line.behind.set(phone, turn);
    // It takes no room from the others: there may be more to claim.
    again = true;
  }

  async function prepare(line: Line, entry: Entry): Promise<void> {
    const { device, session, stop } = line;
    const { reserved_wa_id: waMessageId } = entry.message;
    const outcome = await preparations.run({ device, session, signal: stop.signal }, entry.message);
    if (line.open.get(waMessageId) !== entry || stopping) return; // the line went down
    if (outcome.outcome === 'prepared') {
      entry.message = { ...entry.message, prepared: outcome.content };
    } else if (outcome.outcome === 'settled') {
      letGo(close(line, waMessageId));
    } else {
      conclude(line, entry, outcome);
    }
  }

  function enqueue(line: Line, entry: Entry): void {
    line.queue = line.queue.then(() => send(line, entry));
  }

  // Sending ---------------------------------------------------------------------------------------------------------------

  async function send(line: Line, entry: Entry): Promise<void> {
    const { reserved_wa_id: waMessageId } = entry.message;
    const isOpen = () => line.open.get(waMessageId) === entry && !stopping;
    if (!isOpen()) return;
    const outcome = await line.session.send(outboundOf(entry.message));
    if (!isOpen()) return; // answered already, or the line went down
    if (outcome.outcome !== 'written') {
      conclude(line, entry, outcome);
      return;
    }
    entry.written = true;
    entry.timer = setTimeout(() => {
      close(line, waMessageId);
      putOff(entry, { notBefore: ctx.now(), counted: false, maybeWritten: true });
    }, ackTimeoutMs);
  }

  /** What a send that wrote nothing for certain means. An unknown outcome is no danger on an engine that re-sends under one id. */
  function conclude(line: Line, entry: Entry, outcome: Exclude<SendOutcome, { outcome: 'written' }>): void {
    close(line, entry.message.reserved_wa_id);
    const { code, message } = outcome;
    if (outcome.outcome === 'refused') {
      fail(line.device, entry, { code, message, refund: true });
    } else if (code === 'not_connected') {
      const notBefore = new Date(ctx.now().getTime() + NOT_CONNECTED_WAIT_MS);
      putOff(entry, { notBefore, counted: false, maybeWritten: false });
    } else {
      retry(line.device, entry, { code, message, maybeWritten: outcome.outcome === 'unknown' });
    }
  }

  /** Tries again later, or gives up when it was tried often enough. */
  function retry(
    device: HeldDevice,
    entry: Entry,
    reason: { code: string; message: string; maybeWritten: boolean },
  ): void {
    const { maybeWritten } = reason;
    const notBefore = nextAttempt(entry.message.attempts, ctx.now());
    if (notBefore) {
      putOff(entry, { notBefore, counted: true, maybeWritten });
    } else {
      const refund = !maybeWritten && !entry.message.maybe_written;
      fail(device, entry, { code: reason.code, message: reason.message, refund });
    }
  }

  /** Takes the message off the line: no ack is waited for any more. It stays in hand until the outcome is stored. */
  function close(line: Line | undefined, waMessageId: string): Entry | undefined {
    const entry = line?.open.get(waMessageId);
    if (entry?.timer) clearTimeout(entry.timer);
    line?.open.delete(waMessageId);
    if (entry) line?.parked.delete(entry);
    return entry;
  }

  // Storing ---------------------------------------------------------------------------------------------------------------

  function fail(device: HeldDevice, entry: Entry | undefined, reason: Failure, waMessageId?: string): void {
    const id = waMessageId ?? entry?.message.reserved_wa_id ?? '';
    ctx.log.info({ deviceUuid: device.device_uuid, waMessageId: id, code: reason.code }, 'message.failed');
    record(device, id, 'failed', entry, reason);
  }

  function record(
    device: HeldDevice,
    waMessageId: string,
    status: StatusChange['status'],
    entry: Entry | undefined,
    failure?: Failure,
  ): void {
    const change = {
      device_id: device.id,
      wa_message_id: toStorable(waMessageId),
      status,
      error_code: failure?.code ?? null,
      error_message: failure?.message ?? null,
      refund: failure?.refund ?? false,
    };
    keepUntilStored(entry, statuses.write(change));
  }

  function putOff(entry: Entry, how: { notBefore: Date; counted: boolean; maybeWritten: boolean }): void {
    const { notBefore, counted, maybeWritten } = how;
    const deferral = { id: entry.message.id, not_before: notBefore, counted, maybe_written: maybeWritten };
    keepUntilStored(entry, deferrals.add(deferral));
  }

  async function defer(rows: Deferral[]): Promise<undefined[]> {
    await untilDatabaseAnswers(stopped.signal, () => store.deferMessages(ctx.pool, rows));
    return rows.map(() => undefined);
  }

  /** Lets go of the message when its outcome is stored; if that fails for good it is claimed and sent again. */
  function keepUntilStored(entry: Entry | undefined, write: Promise<unknown>): void {
    const done = write
      .catch((error) => {
        if (!stopped.signal.aborted) ctx.log.error({ err: error }, 'dispatch.write_failed');
      })
      .then(() => {
        writes.delete(done);
        letGo(entry);
        wake();
      });
    writes.add(done);
  }

  function letGo(entry: Entry | undefined): void {
    if (entry && inHand.get(entry.message.id) === entry) inHand.delete(entry.message.id);
  }

  /** What was written and not acknowledged may have arrived; the rest certainly has not. All of it is sent again under its id. */
  function abandon(line: Line): void {
    line.stop.abort();
    for (const entry of line.open.values()) {
      if (entry.timer) clearTimeout(entry.timer);
      if (entry.written) putOff(entry, { notBefore: ctx.now(), counted: false, maybeWritten: true });
      else letGo(entry);
    }
    line.open.clear();
    line.parked.clear();
  }

  const unsubscribe = ctx.bus.subscribe('messages', wake);
  const poll = setInterval(wake, POLL_MS);

  return {
    ready(device, session) {
      const before = lines.get(device.id);
      if (before) abandon(before);
      lines.set(device.id, newLine(device, session));
      wake();
    },

    gone(device) {
      const line = lines.get(device.id);
      if (!line || line.device !== device) return;
      lines.delete(device.id);
      abandon(line);
    },

    ack(device, { waMessageId, error }) {
      const entry = close(lines.get(device.id), waMessageId);
      if (!error) record(device, waMessageId, 'sent', entry);
      else if (error.permanent) fail(device, entry, { ...error, refund: false }, waMessageId);
      else if (entry) retry(device, entry, { ...error, maybeWritten: true });
    },

    receipt(device, { waMessageId, status }) {
      // The phone has it, so the server had it too, whatever became of the ack.
      record(device, waMessageId, status, close(lines.get(device.id), waMessageId));
    },

    async findSent(device, waMessageId) {
      const message = await store.findSent(ctx.db, device.id, toStorable(waMessageId));
      return message ? outboundOf({ ...message, reserved_wa_id: waMessageId }) : null;
    },

    async stop() {
      stopping = true;
      unsubscribe();
      clearInterval(poll);
      for (const line of lines.values()) abandon(line);
      await claiming;
      await Promise.all(writes);
      stopped.abort();
      await preparations.idle();
    },
  };
}

function newLine(device: HeldDevice, session: EngineSession): Line {
  return {
    device,
    session,
    stop: new AbortController(),
    open: new Map(),
    parked: new Set(),
    behind: new Map(),
    queue: Promise.resolve(),
  };
}

/** How many messages may be claimed now: those that wait for a file take no room from the others. */
function roomOf({ device, open, parked }: Line): DeviceRoom {
  return {
    device_id: device.id,
    epoch: device.epoch,
    room: WINDOW - (open.size - parked.size),
    only_ready: parked.size >= MAX_PARKED,
  };
}
