import type { ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { isLong } from '../harness/long.ts';
import { longTest } from '../harness/long-test.ts';
import { startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { openFront } from './webhook-front.ts';
import { openWebhookScene, type SentEvent, type Step, type WorkerProcess } from './webhook-scene.ts';

/** Long enough for a busy machine. */
const TIMEOUT_MS = 180_000;
/** More than the buffers of two sockets. */
const LARGE = 12 * 1024 * 1024;

const scene = await openWebhookScene();
/** Held answers. Every request has its own connection. */
const answers: ServerResponse[] = [];
/** Status of the next answers. */
let answerWith: number | 'later' = 200;
const receiver = await startReceiver(
  (_, response) => {
    response.setHeader('connection', 'close');
    if (answerWith === 'later') answers.push(response);
    else response.writeHead(answerWith).end('ok');
  },
  undefined,
  afterAll,
);
const front = await openFront(receiver, afterAll);
const hook = await scene.register(front.url);
let worker = scene.start();

/** A point in a delivery at which the worker is held and killed. */
interface KillPoint {
  reached(event: SentEvent): Promise<unknown>;
  /** Runs after the death of the worker. */
  afterKill(dead: WorkerProcess): unknown;
}

/** The statement of the worker does not commit, and the server notices the death. */
async function before(step: Step): Promise<KillPoint> {
  const gate = await scene.closeGate(step);
  const afterwards = (dead: WorkerProcess) => scene.awaitRollback(dead).then(gate.open);
  return { reached: gate.reached, afterKill: afterwards };
}

/** The statement of the worker commits, but the worker dies before the answer. */
async function after(step: Step): Promise<KillPoint> {
  const gate = await scene.closeGate(step);
  const afterwards = (dead: WorkerProcess) => gate.open().then(() => scene.awaitCompletion(dead));
  return { reached: gate.reached, afterKill: afterwards };
}

async function withinRequest(pieces: 0 | 1): Promise<KillPoint> {
  front.hold(pieces);
  return { reached: front.reached, afterKill: front.release };
}

async function beforeAnswer(): Promise<KillPoint> {
  answerWith = 'later';
  const reached = () => until(() => answers.length > 0, { timeoutMs: TIMEOUT_MS, what: 'a request' });
  return { reached, afterKill: () => giveAnswers(200) };
}

/** Also for those to come. */
function giveAnswers(status: number): void {
  answerWith = status;
  for (const response of answers.splice(0)) response.writeHead(status).end();
}

async function longAfter(): Promise<KillPoint> {
  return { reached: (event) => scene.settled([event], []), afterKill: () => {} };
}

const arrivalsOf = ({ event_id }: SentEvent) =>
  receiver.requests.filter(({ headers }) => headers['webhook-id'] === event_id);

/** Of the only webhook. */
async function failureCount(): Promise<number> {
  const { rows } = await scene.ctx.pool.query('select failure_count from webhooks where id = $1', [hook.id]);
  return rows[0].failure_count;
}

async function logOf({ id }: SentEvent) {
  const { rows } = await scene.ctx.pool.query(
    `select d.status, d.attempts, d.claim_id, a.number, a.status_code, a.error
     from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id where d.event_id = $1`,
    [id],
  );
  return rows;
}

/** Of `npm test`: half of the request is written. */
const SHORT = ['with half of the request written'];
const KILL_POINTS: [string, () => Promise<KillPoint>, { arrivals: number[]; bytes?: number }][] = [
  ['during the fan-out', () => before('fan-out'), { arrivals: [1] }],
  ['between fan-out and claim', () => before('claim'), { arrivals: [1] }],
  ['between claim and request', () => after('claim'), { arrivals: [1] }],
  ['before the receiver reads the request', () => withinRequest(0), { arrivals: [1, 2] }],
  ['with half of the request written', () => withinRequest(1), { arrivals: [1], bytes: LARGE }],
  ['before the receiver answers', beforeAnswer, { arrivals: [2] }],
  ['between answer and result', () => before('result'), { arrivals: [2] }],
  ['after the commit of the result', () => after('result'), { arrivals: [1] }],
  ['after the delivery', longAfter, { arrivals: [1] }],
];

test.each(KILL_POINTS.filter(([name]) => isLong || SHORT.includes(name)))(
  'kill -9 of the worker %s: the same bytes arrive, and no failure is counted',
  { timeout: TIMEOUT_MS },
  async (_, moment, { arrivals, bytes }) => {
    const { reached, afterKill: afterwards } = await moment();
    const [event] = await scene.insertEvents(1, bytes);
    if (!event) throw new Error('nothing happened');
    await reached(event);

    const dead = worker;
    await scene.kill(dead);
    worker = scene.start();
    await afterwards(dead);
    await scene.settled([event], [dead]);
    // When a later event has arrived, the next worker has seen all due work.
    await scene.settled(await scene.insertEvents(1), [dead]);

    const arrived = arrivalsOf(event);
    expect(arrivals).toContain(arrived.length);
    for (const { body, headers } of arrived) {
      expect(body.equals(Buffer.from(event.body))).toBe(true);
      expect(headers['x-service-signature']).toBe(arrived[0]?.headers['x-service-signature']);
    }
    const settled = { status: 'delivered', attempts: 1, claim_id: null };
    expect(await logOf(event)).toEqual([{ ...settled, number: 1, status_code: 200, error: null }]);
    expect(await failureCount()).toBe(0);
  },
);

longTest.each([
  ['a failure', 500, 200, { status: 'delivered', failures: 0 }],
  ['a success', 200, 500, { status: 'pending', failures: 1 }],
])(
  '%s that a worker reports after its lease changes nothing',
  { timeout: TIMEOUT_MS },
  async (_, late, valid, { status, failures }) => {
    const failuresBefore = await failureCount();
    const pair = [worker, scene.start()];
    for (const one of pair) await scene.ready(one);
    answerWith = 'later';
    const seen = receiver.requests.length;
    const [event] = await scene.insertEvents(1);
    if (!event) throw new Error('nothing happened');
    await receiver.arrived(seen + 1);

    // Its request ends after 10 s of real time: nothing slow may happen before it goes on.
    const owner = await scene.ownerOf(event);
    const [sleeper, other] = pair[0]?.name === owner ? pair : pair.toReversed();
    if (!sleeper || !other) throw new Error('two workers');
    worker = other;
    sleeper.child.kill('SIGSTOP');
    const heldBack = answers.splice(0);
    answerWith = valid;
    await scene.passTime([sleeper]);
    await until(async () => (await logOf(event))[0]?.number === 1, { timeoutMs: TIMEOUT_MS });
    answerWith = 200;
    for (const response of heldBack) response.writeHead(late).end();
    sleeper.child.kill('SIGCONT');
    await until(() => sleeper.log().includes(`"attempt":1,"status":${late}`), {
      timeoutMs: TIMEOUT_MS,
      what: 'the late answer',
    });
    sleeper.child.kill('SIGTERM');
    await sleeper.ended;

    const result = { number: 1, status_code: valid, error: null };
    expect(await logOf(event)).toEqual([{ status, attempts: 1, claim_id: null, ...result }]);
    expect((await failureCount()) - failuresBefore).toBe(failures);
    expect(sleeper.child.exitCode).toBe(0);
  },
);
