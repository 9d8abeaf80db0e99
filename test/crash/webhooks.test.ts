import type { ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { openFront } from './webhook-front.ts';
import { openWebhookScene, type SentEvent, type Step, type WorkerProcess } from './webhook-scene.ts';

/** Long enough for a machine that does much else. */
const TIMEOUT_MS = 180_000;
/** More than the buffers of two sockets take. */
const LARGE = 12 * 1024 * 1024;

const scene = await openWebhookScene();
/** Answers wait here while they are held back; every request has a connection of its own. */
const answers: ServerResponse[] = [];
let holdsAnswers = false;
const receiver = await startReceiver(
  (_, response) => {
    response.setHeader('connection', 'close');
    if (holdsAnswers) answers.push(response);
    else response.end('ok');
  },
  undefined,
  afterAll,
);
const front = await openFront(receiver, afterAll);
const hook = await scene.register(front.url);
let worker = scene.start();

/** A moment in the life of a delivery at which its worker can be held up, and killed. */
interface Moment {
  reached(event: SentEvent): Promise<unknown>;
  /** What becomes of the world when the worker is dead. */
  afterwards(dead: WorkerProcess): unknown;
}

/** The worker's statement does not commit: the server hears of its death in time. */
async function before(step: Step): Promise<Moment> {
  const gate = await scene.closeGate(step);
  const afterwards = (dead: WorkerProcess) => scene.cutOff(dead).then(gate.open);
  return { reached: gate.reached, afterwards };
}

/** The worker's statement commits, but it does not live to see that. */
async function after(step: Step): Promise<Moment> {
  const gate = await scene.closeGate(step);
  const afterwards = (dead: WorkerProcess) => gate.open().then(() => scene.carriedOut(dead));
  return { reached: gate.reached, afterwards };
}

async function withinRequest(pieces: 0 | 1): Promise<Moment> {
  front.hold(pieces);
  return { reached: front.reached, afterwards: front.release };
}

async function beforeAnswer(): Promise<Moment> {
  holdsAnswers = true;
  const reached = () => until(() => answers.length > 0, { timeoutMs: TIMEOUT_MS, what: 'a request' });
  return { reached, afterwards: () => giveAnswers(200) };
}

function giveAnswers(status: number): void {
  holdsAnswers = false;
  for (const response of answers.splice(0)) response.writeHead(status).end();
}

async function longAfter(): Promise<Moment> {
  return { reached: (event) => scene.settled([event], []), afterwards: () => {} };
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

const MOMENTS: [string, () => Promise<Moment>, { arrivals: number[]; bytes?: number }][] = [
  ['while it fans out', () => before('fan-out'), { arrivals: [1] }],
  ['between fan-out and claim', () => before('claim'), { arrivals: [1] }],
  ['between claim and request', () => after('claim'), { arrivals: [1] }],
  ['before anybody reads the request', () => withinRequest(0), { arrivals: [1, 2] }],
  ['with half of the request written', () => withinRequest(1), { arrivals: [1], bytes: LARGE }],
  ['while the receiver thinks', beforeAnswer, { arrivals: [2] }],
  ['between answer and result', () => before('result'), { arrivals: [2] }],
  ['before it hears that the result is written', () => after('result'), { arrivals: [1] }],
  ['when all is done', longAfter, { arrivals: [1] }],
];

test.each(MOMENTS)(
  'kill -9 of the worker %s: the same bytes arrive, and no failure is counted',
  { timeout: TIMEOUT_MS },
  async (_, moment, { arrivals, bytes }) => {
    const { reached, afterwards } = await moment();
    const [event] = await scene.happen(1, bytes);
    if (!event) throw new Error('nothing happened');
    await reached(event);

    const dead = worker;
    await scene.kill(dead);
    worker = scene.start();
    await afterwards(dead);
    await scene.settled([event], [dead]);
    // The next worker has seen all that waits when what happens later is through.
    await scene.settled(await scene.happen(1), [dead]);

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

test.each([
  ['a failure', 500, 200, { status: 'delivered', failures: 0 }],
  ['a success', 200, 500, { status: 'pending', failures: 1 }],
])(
  'a worker that wakes up after its lease with %s in its hands changes nothing',
  { timeout: TIMEOUT_MS },
  async (_, late, valid, { status, failures }) => {
    const failuresBefore = await failureCount();
    const sleeper = worker;
    holdsAnswers = true;
    const [event] = await scene.happen(1);
    if (!event) throw new Error('nothing happened');
    await until(() => arrivalsOf(event).length === 1, { timeoutMs: TIMEOUT_MS });

    sleeper.child.kill('SIGSTOP');
    const heldBack = answers.splice(0);
    worker = scene.start();
    await until(
      async () => {
        await scene.passTime([sleeper]);
        return arrivalsOf(event).length === 2;
      },
      { timeoutMs: TIMEOUT_MS },
    );
    giveAnswers(valid);
    await until(async () => (await logOf(event))[0]?.number === 1);
    sleeper.child.kill('SIGCONT');
    for (const response of heldBack) response.writeHead(late).end();
    await until(() => sleeper.log().includes(`"attempt":1,"status":${late}`), { what: 'the late answer' });
    sleeper.child.kill('SIGTERM');
    await sleeper.ended;

    const result = { number: 1, status_code: valid, error: null };
    expect(await logOf(event)).toEqual([{ status, attempts: 1, claim_id: null, ...result }]);
    expect((await failureCount()) - failuresBefore).toBe(failures);
    expect(sleeper.child.exitCode).toBe(0);
  },
);
