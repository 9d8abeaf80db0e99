import { Agent, request } from 'undici';
import { bodyOf } from '../../src/gateway/engines/official-cloud/sending/message-body.ts';

/** The bare client sends `count` messages from `numbers` in turn, over the engine's number of connections. */
export interface BareJob {
  url: string;
  numbers: string[];
  token: string;
  connections: number;
  /** Recipients are counted up from here. */
  firstPhone: number;
  count: number;
  text: string;
}

/** Sent before it counts, so that this young process is as warm as a gateway that has run for a while. */
const WARM_UP = 3_000;

const PLAIN = { interactive: null, template: null, prepared: null };

/** The limit: the same calls with nothing before and after them; each answer is read. */
async function run(job: BareJob): Promise<void> {
  const dispatcher = new Agent({ connections: job.connections });
  await send({ ...job, count: WARM_UP }, dispatcher);
  await (await request(`${job.url}/forget`, { dispatcher })).body.dump();
  await send(job, dispatcher);
  await dispatcher.close();
}

async function send(job: BareJob, dispatcher: Agent): Promise<void> {
  const { url, numbers, token, connections, firstPhone, count, text } = job;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) {
        const n = next;
        next += 1;
        const to = String(firstPhone + n);
        const waMessageId = `kurir.bench-${to}`;
        const body = bodyOf({ waMessageId, to, type: 'text', body: text, mediaUrl: null, ...PLAIN });
        const answer = await request(`${url}/v25.0/${numbers[n % numbers.length]}/messages`, {
          dispatcher,
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        await answer.body.json();
      }
    }),
  );
}

await run(JSON.parse(process.argv[2] ?? '') as BareJob); // written by our own benchmark
