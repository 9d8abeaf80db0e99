import type { Context } from '../../context.ts';
import type { HeldDevice, SessionListener } from '../../devices/sessions/session-listener.ts';
import type { EngineDriver, SendOutcome } from '../../engines/engine.ts';
import { ENGINE_KINDS } from '../../engines/kinds.ts';
import { SECOND } from '../../lib/clock.ts';
import { toStorable } from '../../lib/text.ts';
import type { ClaimedMessage } from '../queue/claim-store.ts';
import * as store from '../queue/claim-store.ts';
import { createClaims } from './claims.ts';
import { holdBack } from './hold.ts';
import { type Entry, enqueue, type Line, newLine } from './line.ts';
import { createOnceSender } from './once-sender.ts';
import { outboundOf } from './outbound.ts';
import { createOutcomes, type Failure } from './outcomes.ts';
import { createPaces, type PaceLimits } from './pace.ts';
import { createPreparations } from './preparations.ts';
import { createProbes } from './probes.ts';
import { nextAttempt } from './retry-plan.ts';

/** No ack for so long: the message is sent again, under its id. */
const ACK_TIMEOUT_MS = 30 * SECOND;
/** The line is being set up anew and will be back in a moment. */
const NOT_CONNECTED_WAIT_MS = SECOND;
const POLL_MS = SECOND;

export interface DispatcherOptions {
  nodeId: string;
  driver: EngineDriver;
  /** What the provider takes of one number; all of it unless given. */
  pace?: PaceLimits;
  ackTimeoutMs?: number;
}

export interface Dispatcher extends SessionListener {
  /** Stops claiming, and resolves when what was reported is stored. */
  stop(): Promise<void>;
}

/**
 * Takes queued messages of the connected devices of this process to their sessions. The provider id of each is committed before anything is
 * written to the network: with its claim on an engine that re-sends under that id; on one that must not send twice, with a mark right before it
 * is written, and from then on nobody writes it unless the provider has said that it did not take it. Whatever is due and not in our hands is
 * claimed again, so nothing can get stuck: a line that broke, an answer that was lost, a write that failed.
 */
export function startDispatcher(ctx: Context, options: DispatcherOptions): Dispatcher {
  const { nodeId, driver, pace, ackTimeoutMs = ACK_TIMEOUT_MS } = options;
  const { transport, prepares } = ENGINE_KINDS[driver.kind];
  const once = transport === 'calls';
  const nowMs = () => ctx.now().getTime();
  const stopped = new AbortController();
  const { record, putOff, idle } = createOutcomes(ctx, {
    marks: once,
    stopped: stopped.signal,
    letGo(entry) {
      letGo(entry);
      claims.wake();
    },
  });
  const preparations = createPreparations(ctx, !once, stopped.signal);
  const sender = createOnceSender(ctx, nodeId, stopped.signal);
  const lines = new Map<number, Line>();
  const probes = createProbes(ctx, { nodeId, lines, onChange: () => claims.wake() });
  /** By message id. */
  const inHand = new Map<number, Entry>();
  /** Sends that are waited for even when their line is gone. */
  const calls = new Set<Promise<void>>();
  const paceOf = pace && createPaces(pace);
  const claims = createClaims(ctx, { nodeId, driver, isPaced: !!pace, lines, inHand, handOver });
  let stopping = false;

  // Sending ---------------------------------------------------------------------------------------------------------------

  function handOver(message: ClaimedMessage): void {
    if (inHand.has(message.id)) return;
    const entry: Entry = { message, written: false, abandoned: false, timer: null };
    inHand.set(message.id, entry);
    const line = lines.get(message.device_id);
    // The line went down meanwhile.
    if (!line || stopping) {
      giveBack(entry);
      return;
    }
    if (!mayGo(line, entry)) return;
    line.pace?.take(nowMs());
    line.open.set(message.reserved_wa_id, entry);
    const isReady = message.prepared !== null || !prepares.has(message.type);
    if (isReady && !line.behind.has(message.phone)) queue(line, entry);
    else park(line, entry, isReady);
  }

  /** False when it is not its turn, or nobody's: then it is put back. */
  function mayGo({ pace, hold }: Line, entry: Entry): boolean {
    const { id, phone } = entry.message;
    const waitMs = pace?.turn(id, phone, nowMs()) ?? 0;
    if (waitMs > 0) postpone(entry, waitMs);
    else if (hold.admits(id, nowMs())) return true;
    else giveBack(entry);
    return false;
  }

  /** In the order of their ids to each recipient, whoever waits for a file. */
  function park(line: Line, entry: Entry, isReady: boolean): void {
    const { phone } = entry.message;
    line.parked.add(entry);
    const turn = Promise.all([line.behind.get(phone), isReady ? null : prepare(line, entry)]).then(() => {
      line.parked.delete(entry);
      if (line.behind.get(phone) === turn) line.behind.delete(phone);
      queue(line, entry);
    });
    line.behind.set(phone, turn);
    // It takes no room from the others: there may be more to claim.
    claims.wake();
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

  function queue(line: Line, entry: Entry): void {
    if (!once) {
      void enqueue(line, '', () => send(line, entry));
      return;
    }
    const turn = enqueue(line, entry.message.phone, () => sendOnce(line, entry));
    calls.add(turn);
    void turn.then(() => calls.delete(turn));
  }

  async function send(line: Line, entry: Entry): Promise<void> {
    const { reserved_wa_id: waMessageId } = entry.message;
    const isOpen = () => line.open.get(waMessageId) === entry && !stopping;
    if (!isOpen()) return;
    entry.written = true;
    const outcome = await line.session.send(outboundOf(entry.message));
    if (!isOpen()) return; // answered already, or the line went down
    if (outcome.outcome !== 'written') return conclude(line, entry, outcome);
    entry.timer = setTimeout(() => {
      close(line, waMessageId);
      putOff(entry, { notBefore: ctx.now(), counted: false, maybeWritten: true });
    }, ackTimeoutMs);
  }

  /** A message that nobody may send twice: whatever becomes of the line meanwhile, its answer counts. */
  async function sendOnce(line: Line, entry: Entry): Promise<void> {
    const { id, phone, reserved_wa_id: waMessageId } = entry.message;
    if (line.open.get(waMessageId) !== entry || stopping) return;
    // What went out before it may have shown that it has to wait.
    if (!mayGo(line, entry)) {
      close(line, waMessageId);
      return;
    }
    entry.written = true;
    const outcome = await sender.send(line, entry.message);
    close(line, waMessageId);
    if (outcome === null) return letGo(entry);
    if (outcome.outcome !== 'not_written') line.pace?.done(id, phone);
    if (outcome.outcome === 'written') {
      line.hold.taken(id, nowMs());
      record(line.device, waMessageId, 'sent', entry, { providerId: outcome.providerId });
    } else if (outcome.outcome === 'unknown') {
      ctx.log.warn({ messageId: id, deviceUuid: line.device.device_uuid }, 'message.outcome_unknown');
      letGo(entry);
    } else {
      conclude(line, entry, outcome);
    }
  }

  /** What a send that wrote nothing for certain means. An unknown outcome is no danger on an engine that re-sends under one id. */
  function conclude(line: Line, entry: Entry, outcome: Exclude<SendOutcome, { outcome: 'written' }>): void {
    close(line, entry.message.reserved_wa_id);
    const { code, message } = outcome;
    if (outcome.outcome === 'refused') {
      const refund = !outcome.byProvider && !entry.message.maybe_written;
      fail(line.device, entry, { code, message, refund });
    } else if (outcome.outcome === 'not_written' && outcome.pause) {
      ctx.log.warn({ deviceUuid: line.device.device_uuid, code, ...outcome.pause }, 'message.held_back');
      postpone(entry, holdBack(line, entry.message.phone, outcome.pause, nowMs()));
    } else if (code === 'not_connected') {
      postpone(entry, NOT_CONNECTED_WAIT_MS);
    } else {
      const isUnknown = outcome.outcome === 'unknown';
      const fewTries = outcome.outcome === 'not_written' && outcome.fewTries;
      retry(line.device, entry, { code, message, maybeWritten: isUnknown, fewTries });
    }
  }

  /** Not its turn yet: that is nothing it is blamed for. */
  function postpone(entry: Entry, ms: number): void {
    putOff(entry, { notBefore: new Date(nowMs() + ms), counted: false, maybeWritten: false });
  }

  /** Tries again later, or gives up when it was tried often enough. */
  function retry(
    device: HeldDevice,
    entry: Entry,
    reason: { code: string; message: string; maybeWritten: boolean; fewTries?: boolean | undefined },
  ): void {
    const { maybeWritten, fewTries } = reason;
    const notBefore = nextAttempt(entry.message.attempts, ctx.now(), fewTries);
    if (notBefore) {
      putOff(entry, { notBefore, counted: true, maybeWritten });
    } else {
      const refund = !maybeWritten && !entry.message.maybe_written;
      fail(device, entry, { code: reason.code, message: reason.message, refund });
    }
  }

  /** Takes the message off the line: no ack is waited for any more. It stays in hand until the outcome is stored. */
  function close(line: Line | undefined, waMessageId: string): Entry | null {
    const entry = line?.open.get(waMessageId) ?? null;
    if (entry?.timer) clearTimeout(entry.timer);
    line?.open.delete(waMessageId);
    if (entry) line?.parked.delete(entry);
    return entry;
  }

  // Storing ---------------------------------------------------------------------------------------------------------------

  function fail(device: HeldDevice, entry: Entry | null, reason: Failure, waMessageId?: string): void {
    const id = waMessageId ?? entry?.message.reserved_wa_id ?? '';
    ctx.log.info({ deviceUuid: device.device_uuid, waMessageId: id, code: reason.code }, 'message.failed');
    record(device, id, 'failed', entry, { failure: reason });
  }

  function letGo(entry: Entry | null): void {
    if (!entry || inHand.get(entry.message.id) !== entry) return;
    inHand.delete(entry.message.id);
    lines.get(entry.message.device_id)?.hold.letGo(entry.message.id);
  }

  /**
   * What was handed to the session and not acknowledged may arrive, or have arrived; the rest certainly has not. All of it is sent again under
   * its id; but a call has an answer of its own, which is waited for.
   */
  function abandon(line: Line): void {
    line.stop.abort();
    for (const entry of line.open.values()) {
      if (once && entry.written) continue;
      if (entry.timer) clearTimeout(entry.timer);
      giveBack(entry);
    }
    line.open.clear();
    line.parked.clear();
  }

  /** Free for whoever has the line next; on an engine that marks before it writes, nothing has been noted yet. */
  function giveBack(entry: Entry): void {
    if (once) {
      letGo(entry);
      return;
    }
    entry.abandoned = true;
    putOff(entry, { notBefore: ctx.now(), counted: false, maybeWritten: entry.written });
  }

  const unsubscribe = ctx.bus.subscribe('messages', claims.wake);
  const poll = setInterval(() => {
    probes.look();
    claims.wakeAll();
  }, POLL_MS);

  return {
    ready(device, session, heldUntil) {
      const before = lines.get(device.id);
      if (before) abandon(before);
      lines.set(device.id, newLine(device, session, paceOf?.(device.id) ?? null));
      if (heldUntil) this.hold(device, heldUntil);
      claims.wake();
    },

    hold(device, until) {
      const line = lines.get(device.id);
      if (until) line?.hold.restrict(nowMs(), until.getTime());
      else line?.hold.release();
      claims.wake();
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
      else if (entry && error.waitMs !== undefined) postpone(entry, error.waitMs);
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
      const claimed = claims.stop();
      for (const line of lines.values()) abandon(line);
      await claimed;
      await Promise.all([...calls, probes.idle()]);
      await idle();
      stopped.abort();
      await preparations.idle();
    },
  };
}
