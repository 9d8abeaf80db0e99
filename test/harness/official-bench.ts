import {
  BUDI,
  BUSINESS,
  openTestCloud,
  PHONE_ID,
  type TestCloud,
  TOKEN,
} from '../../sandbox/graph/test-cloud.ts';
import { officialCallbacks } from '../../src/gateway/engines/official-cloud/callbacks/reader.ts';
import { encodeCredentials } from '../../src/gateway/engines/official-cloud/credentials/credentials.ts';
import {
  createOfficialDriver,
  type OfficialOptions,
} from '../../src/gateway/engines/official-cloud/driver.ts';
import { createGraph } from '../../src/gateway/engines/official-cloud/graph/graph.ts';
import type { EngineBench } from '../../src/gateway/engines/test-bench.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { testMedia } from './media.ts';
import type { MemoryHost } from './memory-host.ts';
import { lookup } from './names.ts';
import { kindNamed } from './sandbox-kind.ts';
import type { Json } from './shop.ts';
import { until } from './until.ts';

export interface OfficialBench extends EngineBench {
  cloud: TestCloud;
}

/** Credentials of the number, as a device keeps them. */
export const credentials = (accessToken = TOKEN) =>
  encodeCredentials({ phoneNumberId: PHONE_ID, accessToken, phoneNumber: BUSINESS });

/** The official cloud engine with a new provider and one number. */
export async function startOfficialBench(options: Partial<OfficialOptions> = {}): Promise<OfficialBench> {
  const closers: (() => Promise<void>)[] = [];
  const cloud = await openTestCloud({ onEnd: (close) => void closers.push(close) });
  const graph = createGraph({ url: cloud.current.graphUrl, version: 'v25.0', lookup });
  const driver = createOfficialDriver({
    graph,
    media: testMedia(),
    healthMs: 60_000,
    log: silentLog,
    clock: systemClock,
    random: () => 1,
    drainMs: 200,
    ...options,
  });
  const chat = async (): Promise<Json[]> =>
    (await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?with=${BUDI}&direction=out`)).body.data;

  const seesRead = async (id: string): Promise<boolean> => {
    const { body } = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?direction=in`);
    return body.data.some((message: Json) => message.id === id && message.status === 'read');
  };

  return {
    cloud,
    driver,
    number: BUSINESS,
    customer: BUDI,
    admit: async (host: MemoryHost) => {
      host.store.creds = credentials();
    },
    write: (text) => cloud.write({ text }),
    say: (kind, ...args) => cloud.write(kindNamed(kind).cloud?.(...args) ?? {}),
    call: async () => (await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/calls`, { from: BUDI })).body.id,
    async group(subject) {
      const body = { subject, members: [BUDI] };
      return `${(await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/groups`, body)).body.id}@g.us`;
    },
    writeIn: (id, text) => cloud.write({ text, group: id.replace('@g.us', '') }),
    async textsIn(id) {
      const path = `/sandbox/cloud/numbers/${PHONE_ID}/messages?direction=out&with=${id.replace('@g.us', '')}`;
      return (await cloud.get(path)).body.data.map(({ text }: Json) => text);
    },
    sayRaw: ({ cloud: message }) => cloud.write({ raw: message }),
    heard() {
      const items = cloud
        .posts()
        .flatMap((post) => officialCallbacks.open(post)?.read(new Date()).items ?? [])
        .flatMap((item) => (item.kind === 'in_group' ? item.items : [item]));
      return {
        messages: items.flatMap((item) => (item.kind === 'message' ? [item.message] : [])),
        changes: items.flatMap((item) => (item.kind === 'change' ? [item.change] : [])),
      };
    },
    async reply(text, seconds_ago = 0) {
      const path = `/sandbox/cloud/numbers/${PHONE_ID}/echoes`;
      return (await cloud.post(path, { to: BUDI, text, seconds_ago })).body.id;
    },
    replies: () =>
      cloud
        .posts()
        .flatMap((post) => officialCallbacks.open(post)?.read(new Date()).items ?? [])
        .flatMap((item) => (item.kind === 'reply' ? [item.reply] : [])),
    read: async (id) => void (await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/statuses`, { id })),
    seesRead,
    // The provider shows both at once.
    seesTyping: seesRead,
    async inbox() {
      const messages = await chat();
      return messages.map(({ id, type, text, payload }) => ({
        wa_message_id: id,
        type: payload.interactive?.type.replace(/_message$/, '') ?? type,
        text,
        quoted: payload.context?.message_id ?? payload.reaction?.message_id ?? null,
        voice: payload.audio?.voice,
      }));
    },
    async file(id) {
      const path = `/sandbox/cloud/numbers/${PHONE_ID}/messages/${id}/media`;
      const url = `${cloud.current.url}${path}`;
      const response = await until(async () => {
        const answer = await fetch(url, { headers: { 'x-sandbox-control': 'control-token-of-a-test' } });
        return answer.ok && answer;
      });
      return Buffer.from(await response.arrayBuffer());
    },
    async stop() {
      await graph.close();
      for (const close of closers.reverse()) await close();
    },
  };
}
