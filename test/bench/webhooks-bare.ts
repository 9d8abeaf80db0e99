import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { signatureHeaders } from '../../src/gateway/webhooks/delivery/signature.ts';
import { eventBody } from './webhooks-event.ts';

/** What the bare client sends: `count` events to `urls` in turn, `inFlight` at once. */
export interface BareJob {
  urls: string[];
  inFlight: number;
  count: number;
}

/** Sent before it counts, so that this young process is as warm as a gateway that has run for a while. */
const WARM_UP = 3_000;

const SECRET = 'bench-secret'.repeat(4);

/** The limit: the same signed requests and nothing else. Each answer is read. Prints its CPU time in ms. */
async function run(job: BareJob): Promise<void> {
  const dispatcher = new Agent({ connections: Math.ceil((4 * job.inFlight) / job.urls.length) });
  await send({ ...job, count: WARM_UP }, dispatcher);
  await (await request(new URL('/forget', job.urls[0]), { dispatcher })).body.dump();
  const before = process.cpuUsage();
  await send(job, dispatcher);
  const { user, system } = process.cpuUsage(before);
  await dispatcher.close();
  process.stdout.write(JSON.stringify((user + system) / 1000));
}

async function send({ urls, inFlight, count }: BareJob, dispatcher: Agent): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < count) {
        const n = next;
        next += 1;
        const event_id = randomUUID();
        const body = Buffer.from(eventBody(event_id, n));
        const headers = {
          'content-type': 'application/json',
          'user-agent': 'Kurir-Webhooks/1',
          ...signatureHeaders(SECRET, { event_id, body }, new Date()),
        };
        const url = urls[n % urls.length] ?? '';
        const answer = await request(url, { dispatcher, method: 'POST', headers, body });
        await answer.body.text();
      }
    }),
  );
}

await run(JSON.parse(process.argv[2] ?? '') as BareJob); // written by our own benchmark
