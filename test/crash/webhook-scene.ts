import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeEach, onTestFailed, onTestFinished } from 'vitest';
import { EVENT_TYPES } from '../../src/gateway/events/event.ts';
import { registerWebhook } from '../../src/gateway/webhooks/webhook.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { type TestContext, testContext } from '../harness/context.ts';
import { insertEvents } from '../harness/events.ts';
import { installation } from '../harness/gateway.ts';
import { LOCKS } from '../harness/locks.ts';
import { insertAccount } from '../harness/rows.ts';
import { until } from '../harness/until.ts';

/** `kurir start` with the worker role only. */
export interface WorkerProcess {
  /** The name of its database connections. */
  name: string;
  child: ChildProcess;
  ended: Promise<unknown>;
  /** Its log so far, from debug on. */
  log(): string;
}

export interface SentEvent {
  /** Id of its row. */
  id: number;
  event_id: string;
  body: string;
}

/** The steps at which a worker writes to a delivery. */
export type Step = 'fan-out' | 'claim' | 'result';

/** Blocks the commit of all statements of this step. */
export interface Gate {
  /** Resolves when a statement waits at the gate. */
  reached(): Promise<unknown>;
  open(): Promise<void>;
}

/** Real worker processes on one database, with a record of their claims. */
export interface WebhookScene {
  ctx: TestContext;
  /** Returns before the worker is ready. */
  start(): WorkerProcess;
  /** Resolves when the worker has looked for events. */
  ready(worker: WorkerProcess): Promise<void>;
  /** The worker that has claimed the delivery of this event, which has one. */
  ownerOf(event: SentEvent): Promise<string | undefined>;
  /** With -9. */
  kill(worker: WorkerProcess): Promise<void>;
  register(url: string): Promise<{ id: number; secret: string }>;
  /** Inserts events. Each body has its type and at least `bytes` bytes. */
  insertEvents(count: number, bytes?: number): Promise<SentEvent[]>;
  /** For this test. */
  closeGate(step: Step): Promise<Gate>;
  /** The server notices the death of the worker and rolls back. */
  awaitRollback(worker: WorkerProcess): Promise<void>;
  /** The server has finished all statements of this worker. */
  awaitCompletion(worker: WorkerProcess): Promise<void>;
  /** Resolves when no delivery of these events is open. Time passes by `passTime`. */
  settled(events: readonly SentEvent[], gone: readonly WorkerProcess[]): Promise<void>;
  /** Ends the leases of these workers and the waits for retries. Attempts in flight go on. */
  passTime(gone: readonly WorkerProcess[]): Promise<void>;
}

const SECRET_KEY = 'ab'.repeat(32);
const STEPS: readonly Step[] = ['fan-out', 'claim', 'result'];
/** Longer than a busy machine takes to start a process. */
const PATIENT = { timeoutMs: 120_000 };
/** Identifies the gates among the advisory locks. */
const GATES = 4_711;

// Leases and waits for retries would end while a busy machine starts a process. They end by `passTime` alone.
const STOPPED_TIME = `
  create function stop_time() returns trigger language plpgsql as $$
  begin
    if new.status = 'pending' and (new.attempts > old.attempts
      or (new.claim_id is distinct from old.claim_id and new.claim_id is not null)) then
      new.next_attempt_at := '2999-01-01';
    end if;
    return new;
  end $$;
  create trigger stop_time before update on webhook_deliveries for each row execute function stop_time()`;

// A gate is an advisory lock that the test holds and statements share. The claims are recorded to check the
// results.
const CLAIM_RECORDER = `
  create table claims (
    claim_id uuid not null,
    delivery_id bigint not null,
    owner text not null default current_setting('application_name'),
    settled boolean not null default false,
    primary key (claim_id, delivery_id)
  );
  create function witness() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      perform pg_advisory_xact_lock_shared(${GATES}, ${STEPS.indexOf('fan-out')});
    elsif new.attempts > old.attempts then
      update claims set settled = true where claim_id = old.claim_id and delivery_id = old.id;
      perform pg_advisory_xact_lock_shared(${GATES}, ${STEPS.indexOf('result')});
    elsif new.claim_id is distinct from old.claim_id and new.claim_id is not null then
      insert into claims (claim_id, delivery_id) values (new.claim_id, new.id);
      perform pg_advisory_xact_lock_shared(${GATES}, ${STEPS.indexOf('claim')});
    end if;
    return null;
  end $$;
  create trigger witness after insert or update on webhook_deliveries for each row execute function witness()`;

/** Call it at the top of a file. `inRealTime`: time passes by itself, and `passTime` does nothing. */
export async function openWebhookScene({ inRealTime = false } = {}): Promise<WebhookScene> {
  const box = createSecretBox(SECRET_KEY);
  const ctx = await testContext({ cleanup: afterAll, parts: { box, ...systemClock } });
  const { pool } = ctx;
  const env = {
    KURIR_SECRET_KEY: SECRET_KEY,
    KURIR_ROLES: 'worker',
    KURIR_SANDBOX: 'off',
    KURIR_ALLOW_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'debug',
  };
  const installed = await installation(env, afterAll);
  // A failed assertion alone does not show what happened between the processes.
  beforeEach(() => onTestFailed(async () => void process.stderr.write(await installed.lastWords())));
  const account = await insertAccount(ctx);
  await pool.query(CLAIM_RECORDER);
  if (!inRealTime) await pool.query(STOPPED_TIME);
  let started = 0;
  let happened = 0;

  const backendsOf = async (worker: WorkerProcess, what = 'pid') =>
    (await pool.query(`select ${what} from pg_stat_activity where application_name = $1`, [worker.name]))
      .rowCount;
  const carriedOut = async (worker: WorkerProcess) =>
    void (await until(async () => (await backendsOf(worker)) === 0, {
      ...PATIENT,
      what: `the end of ${worker.name}`,
    }));

  async function passTime(gone: readonly WorkerProcess[]): Promise<void> {
    if (inRealTime) return;
    await pool.query(
      `update webhook_deliveries d set next_attempt_at = $1
       where d.status = 'pending' and d.next_attempt_at > $1 and (d.claim_id is null or exists (
         select from claims c where c.claim_id = d.claim_id and c.delivery_id = d.id and c.owner = any ($2)))`,
      [ctx.now(), gone.map(({ name }) => name)],
    );
    ctx.bus.publish('deliveries');
  }

  return {
    ctx,
    passTime,
    awaitCompletion: carriedOut,
    register: (url) => registerWebhook(ctx, account, { url, events: [...EVENT_TYPES] }),

    start() {
      started += 1;
      const name = `worker-${started}`;
      const child = installed.launch({ DATABASE_URL: `${ctx.databaseUrl}?application_name=${name}` });
      let log = '';
      child.stderr?.on('data', (text) => {
        log += text;
      });
      return { name, child, ended: once(child, 'exit'), log: () => log };
    },

    async ready({ name }) {
      const polled = `select from pg_stat_activity where application_name = $1 and query like '%event_backlog%'`;
      await until(async () => (await pool.query(polled, [name])).rowCount, {
        ...PATIENT,
        what: `${name} at work`,
      });
    },

    async ownerOf({ id }) {
      const { rows } = await pool.query<{ owner: string }>(
        `select c.owner from claims c join webhook_deliveries d on d.id = c.delivery_id and d.claim_id = c.claim_id
         where d.event_id = $1`,
        [id],
      );
      return rows[0]?.owner;
    },

    async kill({ child, ended }) {
      child.kill('SIGKILL');
      await ended;
    },

    async insertEvents(count, bytes = 0) {
      const events = await insertEvents(
        pool,
        Array.from({ length: count }, (_, n) => ({
          account_id: account.id,
          type: 'message.status',
          body: `{"n" : ${happened + n + 1}, "pad":"${'é'.repeat(bytes / 2)}👋"}`,
          created_at: ctx.now(),
        })),
      );
      happened += count;
      ctx.bus.publish('events');
      return events;
    },

    async closeGate(step) {
      const client = await pool.connect();
      const key = [GATES, STEPS.indexOf(step)];
      await client.query('select pg_advisory_lock($1, $2)', key);
      let closed = true;
      const open = async () => {
        if (!closed) return;
        closed = false;
        await client.query('select pg_advisory_unlock($1, $2)', key);
        client.release();
      };
      onTestFinished(open);
      const waiting = `select from ${LOCKS}
        where locktype = 'advisory' and not granted and classid = $1 and objid = $2`;
      return {
        open,
        reached: () =>
          until(async () => (await pool.query(waiting, key)).rowCount === 1, {
            ...PATIENT,
            what: `a ${step}`,
          }),
      };
    },

    async awaitRollback(worker) {
      await backendsOf(worker, 'pg_terminate_backend(pid)');
      await carriedOut(worker);
    },

    async settled(events, gone) {
      const ids = events.map(({ id }) => id);
      await until(
        async () => {
          await passTime(gone);
          const { rows } = await pool.query(
            `select (select count(*)::int from event_backlog where event_id = any ($1))
               + (select count(*)::int from webhook_deliveries
                  where event_id = any ($1) and status = 'pending') as open`,
            [ids],
          );
          return rows[0].open === 0;
        },
        { ...PATIENT, what: 'the end of every delivery' },
      );
    },
  };
}
