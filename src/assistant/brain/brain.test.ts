import { expect, test } from 'vitest';
import { type Brain, excerptOf, findPassages, rank, train } from './brain.ts';
import { fromBytes, toBytes } from './bytes.ts';

const ENTRIES = [
  {
    id: 'hours',
    questions: [
      'jam berapa toko buka',
      'bukanya jam berapa ya',
      'hari minggu tokonya buka tidak',
      'tutup jam berapa',
    ],
  },
  {
    id: 'postage',
    questions: [
      'ongkir ke bandung berapa',
      'biaya kirim ke surabaya',
      'ongkos kirimnya berapa',
      'gratis ongkir nggak',
    ],
  },
  {
    id: 'payment',
    questions: [
      'bisa bayar pakai apa',
      'cara pembayarannya gimana',
      'bisa transfer bca',
      'terima kartu kredit tidak',
    ],
  },
  {
    id: 'returns',
    questions: [
      'barang rusak bisa ditukar',
      'cara retur gimana',
      'mau kembalikan barang',
      'salah ukuran bisa tukar',
    ],
  },
  {
    id: 'address',
    questions: [
      'alamat tokonya di mana',
      'lokasi toko dimana kak',
      'ada toko offline tidak',
      'tokonya sebelah mana',
    ],
  },
];
const brain = train({ entries: ENTRIES, languages: ['id'] });

test.each([
  ['kak bukanya jm brp', 'hours'],
  ['ONGKIRNYA BRP KE MEDAN???', 'postage'],
  ['klo bayar pke tf bs ga', 'payment'],
  ['barangnya rusakk, mau tuker', 'returns'],
  ['lokasinya dmn gan', 'address'],
])('chat language finds its entry: %s', (text, id) => {
  const { candidates, band } = rank(brain, text);

  expect(candidates[0]?.id).toBe(id);
  expect(band).not.toBe('handoff');
});

test.each(['siapa presiden prancis', 'who won the world cup', 'asdfghjkl', '', '🙂', '0'])(
  'a message about other things is handed off: %j',
  (text) => {
    expect(rank(brain, text).band).toBe('handoff');
  },
);

test('the best candidate has the highest score, and the question is the nearest of its entry', () => {
  const { candidates } = rank(brain, 'gratis ongkir nggak?');

  expect(candidates).toHaveLength(5);
  expect(candidates.map(({ score }) => score)).toEqual(
    candidates.map(({ score }) => score).toSorted((one, other) => other - one),
  );
  expect(candidates[0]).toMatchObject({ id: 'postage', question: 'gratis ongkir nggak' });
});

test.each([
  ['bisa gopay kak?', 'payment'],
  ['jne ke medan kena brp', 'postage'],
  ['sharelok dong', 'address'],
  ['can I pay by credit card', 'payment'],
])('words of one topic are near each other: %s', (text, id) => {
  expect(rank(brain, text).candidates[0]?.id).toBe(id);
});

test.each(['kak, jam berapa toko buka ya?', 'JAM BERAPA TOKONYA BUKA MIN', 'jam brp toko buka sih'])(
  'fillers around the words of an entry change nothing: %s',
  (text) => {
    expect(rank(brain, text).band).toBe('answer');
  },
);

test.each([
  ['barang rsuak bisa ditukar?', 'barang rusak bisa ditukar'],
  ['cara pembyarannya gimana', 'cara pembayarannya gimana'],
  ['alamta tokonya di mana', 'alamat tokonya di mana'],
])('a misspelled word is read as the business spells it: %s', (text, question) => {
  expect(rank(brain, text)).toMatchObject({ band: 'answer', confidence: 1 });
  expect(rank(brain, text).candidates[0]?.question).toBe(question);
});

test('an entry that is not allowed is no candidate', () => {
  const { candidates } = rank(brain, 'jam berapa toko buka', { allows: (id) => id !== 'hours', limit: 9 });

  expect(candidates.map(({ id }) => id)).not.toContain('hours');
  expect(candidates).toHaveLength(4);
});

test('a question in nearly the words of an entry is answered', () => {
  expect(rank(brain, 'Jam berapa tokonya buka?').band).toBe('answer');
});

test('a text that fits two entries equally is a choice, not an answer', () => {
  const entries = ['lama kirim', 'biaya kirim', 'asuransi kirim'].map((subject) => ({
    id: subject,
    questions: ['bandung', 'surabaya', 'medan', 'bali', 'solo', 'jogja', 'bogor'].map(
      (to) => `${subject} ke ${to}`,
    ),
  }));
  const sender = train({ entries, languages: ['id'] });

  expect(rank(sender, 'kirim ke bandung').band).toBe('clarify');
  expect(rank(sender, 'biaya kirim ke bandung').band).toBe('answer');
});

test.each(['toko ada di mana', 'buka cabang di surabaya?', 'jam tangan ready kak', 'jualan apa aja', 'jam'])(
  'a single entry answers its own question, and no other one: %s',
  (text) => {
    const single = train({ entries: [{ id: 'hours', questions: ['jam buka toko'] }], languages: ['id'] });

    expect(rank(single, text).band).not.toBe('answer');
    expect(rank(single, 'jam buka tokonya?').band).toBe('answer');
  },
);

test('bands of the account replace those of the training', () => {
  const bandWith = (bands: Partial<Brain['bands']>) => rank(brain, 'jam buka toko kakak', { bands }).band;

  expect(bandWith({ answer: 0 })).toBe('answer');
  expect(bandWith({ answer: 2, clarify: 0 })).toBe('clarify');
  expect(bandWith({ answer: 2, clarify: 2 })).toBe('handoff');
});

test('a stored model gives the same answers, and bytes of something else give none', () => {
  const bytes = toBytes(brain);
  const again = fromBytes(bytes)?.brain;
  // A driver may return the bytes at any offset.
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);

  expect(again && rank(again, 'ongkir ke jogja')).toEqual(rank(brain, 'ongkir ke jogja'));
  expect(fromBytes(shifted.subarray(3))).toMatchObject({
    ...{ brain: { ids: brain.ids, bands: brain.bands }, isCurrent: true },
  });
  expect(fromBytes(new Uint8Array())).toBeNull();
  expect(fromBytes(new TextEncoder().encode('kurir, but not a model'))).toBeNull();
});

test('equal data gives equal bytes', () => {
  expect(toBytes(train({ entries: ENTRIES, languages: ['id'] }))).toEqual(toBytes(brain));
});

test('synonyms of the business mean the same', () => {
  const synonyms = [['ongkir', 'tarif jne', 'jne']];
  const taught = train({ entries: ENTRIES, languages: ['id'], synonyms });

  expect(rank(taught, 'tarif jne ke bandung').candidates[0]?.id).toBe('postage');
});

test.each([
  ['no entries', []],
  ['entries without questions', [{ id: 'a', questions: [] }]],
  ['one entry', [{ id: 'a', questions: ['jam buka'] }]],
  [
    'entries with one question each',
    ENTRIES.map(({ id, questions }) => ({ id, questions: questions.slice(0, 1) })),
  ],
])('%s can be trained', (_, entries) => {
  const small = train({ entries, languages: ['id', 'en'] });

  expect(rank(small, 'siapa presiden prancis').band).toBe('handoff');
  expect(fromBytes(toBytes(small))).toMatchObject({ brain: { ids: small.ids } });
});

test('passages are found by their words, and their best sentence is quoted', () => {
  const passages = [
    {
      id: 'a',
      title: 'Garansi',
      text: 'Garansi mesin 12 bulan. Garansi tidak berlaku bila segel rusak. Simpan nota.',
    },
    {
      id: 'b',
      title: 'Kirim',
      text: 'Pesanan dikirim setiap hari kerja. Pengiriman ke luar pulau makan 5 hari.',
    },
  ];
  const read = train({ entries: [], passages, languages: ['id'] });
  const [best] = findPassages(read, 'kalau segelnya rusak garansi masih berlaku?');

  expect(best).toMatchObject({ id: 'a', sure: true });
  expect(excerptOf(read, 'segel rusak garansi berlaku?', { text: passages[0]?.text ?? '' })).toContain(
    'Garansi tidak berlaku bila segel rusak.',
  );
  expect(findPassages(read, 'resep rendang')).toEqual([]);
  expect(findPassages(read, 'garansi', { allows: (id) => id !== 'a' })).toEqual([]);
});
