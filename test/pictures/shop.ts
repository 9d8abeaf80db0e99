import { setTimeout as wait } from 'node:timers/promises';
import { call, type Economy, pair } from '../bench/economy-scene.ts';
import { untilTrue } from '../bench/official-scene.ts';

const CASHIER = '6281211110001';
const BANDUNG = '6281211110002';
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What a customer writes, oldest first, with the seconds before now. */
interface Chat {
  number: string;
  name: string;
  to: string;
  texts: readonly (readonly [secondsAgo: number, text: string])[];
  /** Of staff. */
  reply?: string;
  labels?: readonly string[];
  act?: readonly [path: string, body: object];
}

const CHATS: readonly Chat[] = [
  {
    ...{ number: '6281390001001', name: 'Rina Wulandari', to: CASHIER, labels: ['Pesanan'] },
    texts: [
      [26 * HOUR, 'Selamat pagi kak'],
      [26 * HOUR - 20, 'Kopi susu literan masih ada?'],
    ],
    reply: 'Pagi Kak Rina, masih ada. Mau yang gula aren atau tanpa gula?',
  },
  {
    ...{ number: '6281390001002', name: 'Agus Setiawan', to: CASHIER, labels: ['Komplain'] },
    texts: [
      [5 * HOUR, 'Mas, pesanan saya tadi pagi kurang satu cup'],
      [4 * HOUR, 'Tolong dicek ya, nomor pesanan 2291'],
    ],
    act: ['notes', { body: 'Sudah dicek, memang kurang satu. Kirim ulang sore ini.', actor: 'Budi' }],
  },
  {
    ...{ number: '6281390001003', name: 'Dewi Lestari', to: BANDUNG, labels: ['VIP'] },
    texts: [[3 * HOUR, 'Bisa pesan untuk acara kantor? Sekitar 60 cup hari Jumat.']],
    act: ['assign', { assignee: 'Budi' }],
  },
  {
    ...{ number: '6281390001004', name: 'Toko Roti Makmur', to: CASHIER },
    texts: [[2 * HOUR, 'Kami mau tanya harga biji kopi per kilo untuk toko']],
  },
  {
    ...{ number: '6281390001005', name: 'Yusuf', to: CASHIER },
    texts: [[90 * MINUTE, 'Terima kasih, kopinya enak sekali']],
    reply: 'Sama-sama, Kak Yusuf. Kami tunggu kembali!',
    act: ['resolve', {}],
  },
  {
    ...{ number: '6281390001006', name: 'Maria Goreti', to: BANDUNG },
    texts: [[40 * MINUTE, 'Do you have oat milk?']],
  },
  {
    ...{ number: '6281390001007', name: 'Hendra Gunawan', to: CASHIER },
    texts: [[25 * MINUTE, 'Alamat tokonya di mana ya']],
    act: ['snooze', { for_minutes: 120 }],
  },
  {
    ...{ number: '6281390001008', name: 'Siti Aminah', to: CASHIER, labels: ['Pesanan'] },
    texts: [
      [12 * MINUTE, 'Mau pesan 3 es kopi susu'],
      [11 * MINUTE, 'Diantar ke Jl. Kenanga 12 bisa?'],
    ],
  },
];

/** The assistant is asked. */
const ASKED: readonly (readonly [number: string, name: string, text: string])[] = [
  ['6281390001009', 'Putri Ayu', 'Kak, bukanya jam berapa ya?'],
  ['6281390001010', 'Bambang', 'ongkir ke dago berapa'],
  // It has no answer to these.
  ['6281390001011', 'Lina', 'Bisa sewa tempat untuk arisan?'],
  ['6281390001012', 'Joko', 'Ada lowongan barista tidak?'],
];

const PAIRS = [
  [
    'Jam berapa buka?',
    'Kami buka setiap hari pukul 07.00 sampai 22.00.',
    'Kapan tutup?',
    'Hari Minggu buka?',
  ],
  [
    'Berapa ongkos kirim?',
    'Ongkos kirim Rp10.000 sampai 5 km, Rp18.000 sampai 10 km.',
    'Ongkir ke Dago berapa?',
  ],
  ['Di mana alamatnya?', 'Jl. Melati 8, Bandung, di samping toko buku.', 'Lokasi tokonya di mana?'],
  ['Bisa bayar pakai apa saja?', 'Tunai, transfer, dan QRIS.', 'Bisa QRIS?'],
  ['Ada susu oat?', 'Ada, tambah Rp6.000 untuk setiap cup.', 'Ada oat milk?'],
  ['Berapa harga kopi susu?', 'Kopi susu Rp22.000, ukuran literan Rp85.000.', 'Harga kopi susu literan?'],
] as const;

const CATERING = `# Katering
Kami melayani katering kopi untuk 20 sampai 300 orang di Bandung dan Cimahi.

## Pemesanan
Pesan paling lambat tiga hari sebelumnya. Uang muka 50 %, sisanya dibayar pada hari acara.
`;

const PRICES = `Produk,Harga,Stok,Ukuran
Kopi susu,22000,40,cup
Kopi susu literan,85000,6,liter
Biji Gayo,95000,0,250 g
`;

/** Null: no pair is right. */
const TESTS = [
  ['buka jam brp kak', 'Jam berapa buka?'],
  ['ongkir ke dago', 'Berapa ongkos kirim?'],
  ['ada lowongan?', null],
] as const;

const RULES = [
  {
    name: 'Sapaan',
    kind: 'greeting',
    replies: [{ type: 'text', body: 'Halo Kak, selamat datang di Kedai Senja!' }],
  },
  {
    ...{ name: 'Katalog', kind: 'keyword', match: 'word', patterns: ['menu', 'katalog', 'harga'] },
    replies: [{ type: 'text', body: 'Menu lengkap kami: kedaisenja.example/menu' }],
  },
];

const FLOW = {
  name: 'Pesan antar',
  definition: {
    nodes: [
      {
        ...{ id: 'start', type: 'start', next: 'what' },
        triggers: [{ match: 'word', patterns: ['pesan', 'order'] }],
      },
      {
        ...{ id: 'what', type: 'ask', text: 'Mau pesan apa, Kak?', save_to: 'order', answered: 'size' },
        answer: { kind: 'text' },
      },
      {
        ...{ id: 'size', type: 'ask', text: 'Ukuran apa?', save_to: 'size', answered: 'address' },
        answer: {
          kind: 'choice',
          choices: [
            { id: 'cup', title: 'Cup' },
            { id: 'liter', title: 'Literan' },
          ],
        },
      },
      {
        ...{ id: 'address', type: 'ask', text: 'Diantar ke mana?', save_to: 'address', answered: 'thanks' },
        answer: { kind: 'text' },
      },
      {
        ...{ id: 'thanks', type: 'send_text', next: 'staff' },
        text: 'Baik, {{var.order}} ({{var.size}}) ke {{var.address}}. Kami cek dulu ya.',
      },
      { id: 'staff', type: 'hand_off' },
    ],
  },
};

/** Fills a coffee shop through the API, with customers who write from simulated phones. */
export async function fillShop(shop: Economy): Promise<void> {
  const api = (method: string, path: string, body?: object) => call(shop, method, path, body);
  const [cashier] = [await pair(shop, CASHIER, 'Kasir'), await pair(shop, BANDUNG, 'Cabang Bandung')];
  await api('POST', '/v1/devices', { label: 'Nomor baru' });
  for (const [question, answer, ...questions] of PAIRS) {
    await api('POST', '/v1/knowledge/faqs', { question, answer, questions });
  }
  await addFiles(shop);
  for (const chat of CHATS) await write(shop, chat);
  await teach(shop);
  await reach(shop, cashier);
  await connect(shop, cashier);
}

async function write(shop: Economy, { number, name, to, texts, reply, labels, act }: Chat): Promise<void> {
  await call(shop, 'POST', '/sandbox/phones', { number, name });
  for (const [seconds_ago, text] of texts) {
    await call(shop, 'POST', `/sandbox/phones/${number}/messages`, { to, text, seconds_ago });
  }
  const id = await conversationOf(shop, number);
  const at = `/v1/conversations/${id}`;
  if (reply) await call(shop, 'POST', `${at}/messages`, { body: reply, actor: 'Ani' });
  for (const label of labels ?? []) {
    await call(shop, 'POST', '/v1/labels', { name: label }).catch(() => {}); // another chat has it
  }
  if (labels) await call(shop, 'POST', `${at}/labels`, { add: labels });
  if (act) await call(shop, 'POST', `${at}/${act[0]}`, act[1]);
}

async function conversationOf(shop: Economy, number: string): Promise<string> {
  let id = '';
  await untilTrue(async () => {
    const { data } = await call(shop, 'GET', `/v1/conversations?q=${number}`);
    id = data[0]?.id ?? '';
    return id !== '';
  }, `the conversation of ${number}`);
  return id;
}

/** Rules, a flow, and an assistant that answers two customers. */
async function teach(shop: Economy): Promise<void> {
  for (const rule of RULES) await call(shop, 'POST', '/v1/auto-replies', rule);
  const flow = await call(shop, 'POST', '/v1/flows', FLOW);
  await call(shop, 'POST', `/v1/flows/${flow.id}/publish`, {});
  await call(shop, 'PATCH', '/v1/assistant', {
    ...{ enabled: true, mode: 'live', scope: 'menu, pesanan dan pengiriman Kedai Senja' },
  });
  const isLearned = async () => (await call(shop, 'GET', '/v1/assistant')).is_current !== false;
  await untilTrue(isLearned, 'the training of the assistant');
  for (const [number, name, text] of ASKED) {
    await call(shop, 'POST', '/sandbox/phones', { number, name });
    await call(shop, 'POST', `/sandbox/phones/${number}/messages`, { to: CASHIER, text });
  }
  // Answers come after a pause for typing.
  await wait(8_000);
  await test(shop);
}

/** Test questions with a run of them. */
async function test(shop: Economy): Promise<void> {
  const { data } = await call(shop, 'GET', '/v1/knowledge/faqs');
  const pairs: { id: string; questions: string[] }[] = data;
  for (const [question, asked] of TESTS) {
    const faq_id = asked && pairs.find(({ questions }) => questions.includes(asked))?.id;
    await call(shop, 'POST', '/v1/assistant/test-questions', { question, faq_id });
  }
  await call(shop, 'POST', '/v1/assistant/evaluations', { kind: 'test_questions' });
  const isDone = async () => {
    const { data } = await call(shop, 'GET', '/v1/assistant/evaluations');
    return data[0].state === 'done' || data[0].state === 'failed';
  };
  await untilTrue(isDone, 'the run of the test questions');
}

async function reach(shop: Economy, device_uuid: string): Promise<void> {
  const people = [...CHATS.map(({ number, name }) => [number, name]), ...ASKED];
  const contacts = people.map(([phone, name], n) => ({
    ...{ phone, name, tags: n % 3 === 0 ? ['langganan', 'Bandung'] : n % 3 === 1 ? ['langganan'] : ['baru'] },
  }));
  await call(shop, 'POST', '/v1/contacts/batch', { contacts });
  const message_template = '{Halo|Hai} {nama}, besok kopi susu diskon 20 %. Sampai jumpa di kedai!';
  const pace = { delay_min_seconds: 0, delay_max_seconds: 0 };
  const broadcast = { ...{ device_uuid, message_template }, ...pace };
  await call(shop, 'POST', '/v1/broadcasts', {
    ...broadcast,
    name: 'Promo akhir pekan',
    tags: ['langganan'],
  });
  await call(shop, 'POST', '/v1/broadcasts', {
    ...{ ...broadcast, name: 'Menu Ramadan', tags: ['baru'], scheduled_at: '2040-01-01T02:00:00Z' },
  });
  await call(shop, 'POST', '/v1/opt-outs', { phone: '6281390001004' });
  await call(shop, 'POST', '/v1/entry-points', {
    ...{ name: 'Poster di kedai', device_uuid, slug: 'kedai-senja', text: 'Halo, saya mau pesan' },
  });
  await call(shop, 'POST', '/v1/entry-points', { name: 'Instagram', device_uuid, slug: 'kedai-senja-ig' });
  await call(shop, 'POST', '/v1/widgets', {
    ...{ name: 'Situs kami', device_uuid, mode: 'chat', allowed_origins: ['https://kedaisenja.example'] },
    ...{ greeting: 'Halo! Ada yang bisa kami bantu?' },
  });
}

/** Files that the assistant answers from. */
async function addFiles(shop: Economy): Promise<void> {
  const { gateway, apiKey } = shop;
  const send = async (path: string, body: FormData | string) => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(typeof body === 'string' && { 'content-type': 'text/csv' }),
    };
    const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  const form = new FormData();
  form.append('file', new Blob([CATERING]), 'Katering.md');
  await send('/v1/knowledge/documents', form);
  await send('/v1/knowledge/tables?name=Daftar%20harga', PRICES);
  await call(shop, 'POST', '/v1/knowledge/sites', {
    ...{ url: `http://127.0.0.1:${gateway.port}/guides/quick-start`, max_pages: 20 },
  });
}

/** What developers and settings show. */
async function connect(shop: Economy, device_uuid: string): Promise<void> {
  await call(shop, 'POST', '/v1/webhooks', {
    ...{ url: 'https://toko.example/webhooks/kurir', events: ['message.received', 'message.status'] },
  });
  await call(shop, 'POST', '/v1/api-keys', { name: 'Kasir', scope: 'send' });
  await call(shop, 'POST', '/v1/api-keys', { name: 'Laporan', scope: 'read' });
  const replies = [
    ['ongkir', 'Ongkos kirim', 'Ongkos kirim Rp10.000 sampai 5 km, Kak.'],
    ['rek', 'Nomor rekening', 'BCA 123 456 7890 a.n. Kedai Senja'],
  ];
  for (const [shortcut, title, body] of replies) {
    await call(shop, 'POST', '/v1/canned-replies', { shortcut, title, body });
  }
  await call(shop, 'POST', '/v1/messages', {
    ...{ device_uuid, to: '6281390001005', type: 'text', body: 'Pesanan 2291 siap diambil.' },
  });
}
