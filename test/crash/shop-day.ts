import { commandProcess } from '../harness/command-process.ts';
import { type Answer, callApi, type Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import type { Scene } from './scene.ts';
import { RECOVERY_MS } from './traffic.ts';

/** What a customer says, and what comes back. A pattern stands for the words of one of the staff. */
interface Step {
  says: string;
  gets: readonly (string | RegExp)[];
  /** The customer comes back after staff has resolved the conversation. */
  afterResolve?: true;
}

const CATALOGUE = 'Katalog kami: kaos, topi, tas.';
const WELCOME = 'Selamat datang di Toko Uji.';
const HAND_OFF = 'Sebentar ya Kak, admin kami segera membalas.';
const OPENING = 'Toko buka setiap hari jam 8 pagi sampai 9 malam.';
const STAFF = /^Halo, saya (Ani|Budi|Citra)\.$/;
const NOTED = 'Baik, saya catat.';
const STAFF_NAMES = ['Ani', 'Budi', 'Citra'] as const;
const PASSWORD = 'kata sandi yang panjang';
/** A person reads before the next words. Faster answers look like another automation. */
const PAUSE_MS = 1_600;
const POLL_MS = 300;

/** One story per customer, in turn. */
const STORIES: readonly (readonly Step[])[] = [
  [{ says: 'Katalog', gets: [CATALOGUE] }],
  [
    { says: 'pesan', gets: ['Boleh tahu nama Kakak?'] },
    { says: 'Rani', gets: ['Berapa pcs, Kak Rani?'] },
    { says: 'lima', gets: ['Tulis angka 1 sampai 99, Kak.'] },
    { says: '5', gets: ['Tercatat: 5 pcs untuk Rani.'] },
  ],
  [{ says: 'Toko buka jam berapa?', gets: [WELCOME, OPENING] }],
  [
    { says: 'admin', gets: [HAND_OFF, STAFF] },
    { says: 'katalog', gets: [NOTED] },
    { says: 'katalog', gets: [CATALOGUE], afterResolve: true },
  ],
  [{ says: 'Apakah ikan paus bisa menyanyi seriosa?', gets: [WELCOME, HAND_OFF, STAFF] }],
];

const PAGE = [
  { question: 'Jam berapa toko buka?', answer: OPENING },
  { question: 'Toko buka jam berapa?', answer: OPENING },
  { question: 'Buka sampai jam berapa?', answer: OPENING },
  { question: 'Apakah bisa bayar di tempat?', answer: 'Bisa COD untuk wilayah Bandung.' },
  { question: 'Bisa COD tidak?', answer: 'Bisa COD untuk wilayah Bandung.' },
  { question: 'Berapa lama pengiriman?', answer: 'Pengiriman dua sampai tiga hari.' },
  { question: 'Kapan barang sampai?', answer: 'Pengiriman dua sampai tiga hari.' },
  { question: 'Bagaimana cara menukar barang?', answer: 'Tukar barang dalam tujuh hari, bawa notanya.' },
  { question: 'Barang saya rusak, bisa tukar?', answer: 'Tukar barang dalam tujuh hari, bawa notanya.' },
];

const ORDER = {
  nodes: [
    { id: 'mulai', type: 'start', triggers: [{ match: 'exact', patterns: ['pesan'] }], next: 'nama' },
    {
      ...{ id: 'nama', type: 'ask', text: 'Boleh tahu nama Kakak?', answer: { kind: 'text' } },
      ...{ save_to: 'nama', answered: 'jumlah' },
    },
    {
      ...{ id: 'jumlah', type: 'ask', text: 'Berapa pcs, Kak {{var.nama}}?', save_to: 'jumlah' },
      answer: { kind: 'number', min: 1, max: 99, integer: true },
      ...{ retry_text: 'Tulis angka 1 sampai 99, Kak.', answered: 'tercatat' },
    },
    {
      ...{ id: 'tercatat', type: 'send_text', text: 'Tercatat: {{var.jumlah}} pcs untuk {{var.nama}}.' },
      next: 'akhir',
    },
    { id: 'akhir', type: 'end' },
  ],
};

/** Rules, a flow and the assistant of the shop, through the API. */
export async function openAutomations({ shop }: Scene): Promise<void> {
  const make = async (method: string, path: string, body: unknown) => {
    const answer = await shop.api(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await make('POST', '/v1/auto-replies', {
    ...{ name: 'Katalog', kind: 'keyword', match: 'exact', patterns: ['katalog'] },
    replies: [{ type: 'text', body: CATALOGUE }],
  });
  await make('POST', '/v1/auto-replies', {
    ...{ name: 'Salam', kind: 'greeting' },
    replies: [{ type: 'text', body: WELCOME }],
  });
  const flow = await make('POST', '/v1/flows', { name: 'Pesan', definition: ORDER });
  await make('POST', `/v1/flows/${flow.id}/publish`, {});
  for (const [answer, rows] of Map.groupBy(PAGE, ({ answer }) => answer)) {
    await make('POST', '/v1/knowledge/faqs', { answer, questions: rows.map(({ question }) => question) });
  }
  const reply_delay = { min_seconds: 0, max_seconds: 0 };
  await make('PATCH', '/v1/automation', { device_budget_per_minute: 1_000, reply_delay });
  await make('PATCH', '/v1/assistant', {
    ...{ enabled: true, mode: 'live', introduce: false, scope: 'belanja di Toko Uji' },
    handoff: { after_abstentions: 1, texts: { id: HAND_OFF, en: HAND_OFF } },
  });
}

/** Customers who live through their stories, and the staff that answers them. */
export interface Customer {
  engine: 'economy' | 'official';
  number: string;
  story: readonly Step[];
  /** All texts that the customer got, oldest first. */
  received(): Promise<string[]>;
  live(): Promise<void>;
  /** Why the automation answered, or did not, newest first. */
  decisions(): Promise<string[]>;
}

export async function openCustomer(scene: Scene, n: number): Promise<Customer> {
  const engine = n % 2 === 0 ? 'economy' : 'official';
  const number = scene.newNumber();
  if (engine === 'economy') await scene.shop.sandbox('POST', '/phones', { number });
  const line = engine === 'economy' ? phoneLine(scene, number) : cloudLine(scene, number);
  const story = STORIES[Math.floor(n / 2) % STORIES.length] ?? [];
  return {
    ...{ engine, number, story, received: line.received },
    async decisions() {
      const { id } = (await conversationOf(scene, number)) ?? {};
      const { body } = await scene.shop.api('GET', `/v1/conversations/${id}/decisions`);
      return body.data.map((one: Json) => `${one.stage} ${one.outcome} ${one.reason}`);
    },
    async live() {
      let expected = 0;
      for (const [index, step] of story.entries()) {
        if (step.afterResolve) await untilOwner(scene, number, 'closed');
        if (index > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        await line.says(step.says, index + 1);
        const last = step.gets.at(-1) ?? '';
        expected += 1;
        await until(
          async () => {
            const got = await line.received().catch(() => []);
            return got.filter((text) => fits(text, last)).length >= countOf(story.slice(0, index + 1), last);
          },
          {
            timeoutMs: RECOVERY_MS,
            what: `answer ${expected} to ${number} (${engine}) after "${step.says}"`,
          },
        );
      }
    },
  };
}

export const fits = (text: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text);

/** How often the last text of a step is the same one. */
const countOf = (steps: readonly Step[], wanted: string | RegExp) =>
  steps.filter(({ gets }) => gets.at(-1) === wanted).length;

/** A person who takes the chat over ends texts of the automation that are not sent yet. */
export const mayBeMissing = (wanted: string | RegExp, story: readonly Step[]) =>
  (wanted === WELCOME || wanted === HAND_OFF) && story.some(({ gets }) => gets.includes(STAFF));

interface Line {
  /** Repeats while a process is away. `count`: its number among all messages of the customer. */
  says(text: string, count: number): Promise<void>;
  received(): Promise<string[]>;
}

function phoneLine({ shop, owner }: Scene, number: string): Line {
  const messages = async (direction: 'in' | 'out') =>
    (await shop.phone(number)).filter((message) => message.direction === direction);
  return {
    says: (text, count) =>
      saysOnce(
        () => shop.sandbox('POST', `/phones/${number}/messages`, { to: owner, text }),
        async () => (await messages('out')).length >= count,
      ),
    // A phone shows a message once, also when its id arrives twice after a lost answer (0007).
    received: async () => (await messages('in')).map(({ text }) => text ?? ''),
  };
}

function cloudLine({ shop, official }: Scene, number: string): Line {
  const path = `/cloud/numbers/${official.messages.id}/messages`;
  const messages = async (direction: 'in' | 'out'): Promise<Json[]> => {
    const { status, body } = await shop.sandbox('GET', `${path}?direction=${direction}&with=${number}`);
    return status === 200 ? body.data : [];
  };
  return {
    says: (text, count) =>
      saysOnce(
        () => shop.sandbox('POST', path, { from: number, text }),
        async () => (await messages('in')).length >= count,
      ),
    received: async () => (await messages('out')).map(({ text }) => text ?? ''),
  };
}

/** An answer that was lost may belong to a message that was taken. */
async function saysOnce(say: () => Promise<Answer>, isSaid: () => Promise<boolean>): Promise<void> {
  await until(
    async () => {
      if (await isSaid().catch(() => false)) return true;
      return (await say().catch(() => null))?.status === 201;
    },
    { timeoutMs: RECOVERY_MS, what: 'a network that takes the message' },
  );
}

async function conversationOf({ shop }: Scene, number: string): Promise<Json | undefined> {
  const answer = await shop.api('GET', `/v1/conversations?phone=${number}`).catch(() => null);
  return answer?.status === 200 ? answer.body.data[0] : undefined;
}

async function untilOwner(scene: Scene, number: string, state: string): Promise<void> {
  await until(async () => (await conversationOf(scene, number))?.owner_state === state, {
    timeoutMs: RECOVERY_MS,
    what: `${number} ${state}`,
  });
}

/** Three users who have logged in. Each takes what waits, and answers what is theirs. */
export async function openStaff(scene: Scene): Promise<{ stop(): Promise<void> }> {
  const { run, end } = commandProcess(scene.installed.env);
  const account = (await scene.query('select account_id from devices limit 1'))[0]?.account_id;
  const desks: Desk[] = [];
  for (const name of STAFF_NAMES) {
    const email = `${name.toLowerCase()}@toko.test`;
    const args = [
      '--account',
      String(account),
      '--email',
      email,
      '--role',
      'admin',
      '--name',
      name,
      '--json',
    ];
    const { stdout } = await run('user', 'create', ...args);
    desks.push(await openDesk(scene, name, JSON.parse(stdout).link));
  }
  end();
  let isOpen = true;
  const works = desks.map(async (desk) => {
    while (isOpen) {
      // A process may be away.
      await work(desk).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  });
  return {
    async stop() {
      isOpen = false;
      await Promise.all(works);
    },
  };
}

interface Desk {
  name: string;
  call(method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
}

async function openDesk({ shop }: Scene, name: string, link: string): Promise<Desk> {
  const token = link.slice(link.indexOf('#') + 1);
  const session = await callApi(shop.url, 'POST', '/app/api/links/accept', { token, password: PASSWORD });
  if (session.status >= 300) throw new Error(`the link of ${name}: ${JSON.stringify(session.body)}`);
  const [cookie = ''] = [session.headers['set-cookie']].flat();
  const headers = { cookie: cookie.replace(/;.*/, ''), 'x-csrf-token': session.body.csrf_token };
  return {
    name,
    call: (method, path, body, key) =>
      callApi(shop.url, method, `/app/api${path}`, body, {
        ...headers,
        ...(key && { 'idempotency-key': key }),
      }),
  };
}

async function work(desk: Desk): Promise<void> {
  const waiting = await desk.call('GET', '/conversations?owner_state=human_waiting&limit=20');
  for (const { id, ownership_version, owner_state } of waiting.body.data ?? []) {
    // It may have changed while the list was read.
    if (owner_state !== 'human_waiting') continue;
    const taken = await desk.call('POST', `/conversations/${id}/takeover`, { ownership_version });
    // Another one of the staff was faster.
    if (taken.status !== 200 || taken.body.assignee !== desk.name) continue;
    await replyOf(desk, id, `Halo, saya ${desk.name}.`, 'halo');
  }
  const own = await desk.call(
    'GET',
    `/conversations?owner_state=human_active&assignee=${desk.name}&limit=100`,
  );
  for (const { id, last_message } of own.body.data ?? []) {
    // A kill can come between two acts: each is repeated, and done once by its key.
    await replyOf(desk, id, `Halo, saya ${desk.name}.`, 'halo');
    if (last_message?.body === 'katalog') await replyOf(desk, id, NOTED, 'catat');
    if (last_message?.body === NOTED) await desk.call('POST', `/conversations/${id}/resolve`, {});
  }
}

const replyOf = (desk: Desk, id: string, body: string, what: string) =>
  desk.call('POST', `/conversations/${id}/messages`, { body }, `${what}-${id}`);
