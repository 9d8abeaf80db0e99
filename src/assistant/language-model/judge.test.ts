import { expect, test } from 'vitest';
import { judged, KNOWN, type Name } from './test-shop.ts';

test.each<[Name, string]>([
  ['bandung', 'Ongkir ke Bandung Rp 12rb ya Kak, sampainya 2 hari kerja 😊'],
  [
    'bandung',
    'Biaya kirim ke Bandung adalah Rp12.000 Kak, estimasi sampai 2 hari kerja. Nomor resi akan dikirim lewat chat ' +
      'setelah paket diserahkan ke kurir. Ada lagi yang bisa saya bantu?',
  ],
  ['bandung', '**Ongkir ke Bandung:** Rp12.000'],
  ['papua', 'Mohon maaf Kak, kami tidak kirim ke Papua.'],
  ['papua', 'Maaf Kak, pengiriman ke Papua belum tersedia.'],
  ['papua', 'Kami kirim ke Jawa, Bali dan Sumatra.'],
  ['hours', 'Kami buka Senin sampai Sabtu jam 8 pagi sampai 5 sore, hari Minggu libur.'],
  ['cod', 'Mohon maaf, belum bisa COD Kak.'],
  [
    'returns',
    'Barang dapat dikembalikan dalam 7 hari ya Kak. Kirim foto barang dan nomor pesanan lewat chat.',
  ],
  ['returns', 'Uang kembali dalam 3 hari kerja.'],
  ['coffee', 'Kopi Gayo 250 gram Rp25.000 dan 1 kg Rp90.000.'],
  ['coffee', 'Kopi Toraja 250 gram harganya tiga puluh ribu rupiah.'],
  ['coffee', 'Stok kopi ready Kak.'],
  ['payment', 'Pembayaran bisa lewat transfer BCA atau QRIS.'],
  ['warranty', 'Garansi mesin kopi berlaku 2 tahun sejak tanggal pembelian.'],
  ['warranty', 'Kerusakan karena listrik tidak termasuk garansi.'],
  ['promise', 'Isi formulir di toko.example/reseller ya Kak, lalu tim kami akan menghubungi Anda.'],
])('from %s, it may say: %s', (cited, answer) => {
  expect(judged([cited], answer, 'id')).toBe('used');
});

test.each<[Name, string]>([
  ['bandung', 'Shipping to Bandung costs Rp12,000 and takes 2 business days.'],
  ['papua', 'Sorry, we do not ship to Papua.'],
  ['hours', 'We are open Monday to Saturday from 8 AM to 5 PM. We are closed on Sunday.'],
  ['returns', 'You can return the item within 7 days. Please send a photo of the item and the order number.'],
  ['coffee', 'The price of Gayo coffee is Rp25,000 for 250 gram.'],
  ['payment', 'You can pay by BCA transfer or QRIS.'],
  ['warranty', 'The coffee machine has a two year warranty from the date of purchase.'],
  ['english', 'No, we only ship within Indonesia.'],
])('from %s, it may say in English: %s', (cited, answer) => {
  expect(judged([cited], answer, 'en')).toBe('used');
});

test.each<[Name, string, string]>([
  // Denials.
  ['papua', 'Ya, kami kirim ke Papua.', 'contradicts'],
  ['papua', 'Kami kirim ke Jawa, Bali, Sumatra dan Papua.', 'contradicts'],
  ['papua', 'Kami tidak kirim ke Bali.', 'contradicts'],
  ['cod', 'Bisa COD, Kak.', 'contradicts'],
  ['returns', 'Barang tidak dapat dikembalikan.', 'contradicts'],
  ['warranty', 'Garansi berlaku untuk kerusakan karena listrik.', 'contradicts'],
  // Short texts.
  ['papua', 'Bisa Kak!', 'off_topic'],
  ['papua', 'Ya, bisa.', 'off_topic'],
  ['cod', 'Tidak.', 'off_topic'],
  ['bandung', '👍', 'invalid_answer'],
  ['bandung', '\u200b \u2060', 'invalid_answer'],
  // Facts of something else.
  ['bandung', 'Ongkir ke Bandung gratis.', 'ungrounded'],
  ['hours', 'Hari Minggu kami buka.', 'ungrounded'],
  ['hours', 'Minggu buka jam 08.00.', 'ungrounded'],
  ['returns', 'Barang dapat dikembalikan dalam 3 hari.', 'ungrounded'],
  ['coffee', 'Kopi Gayo 1 kg harganya Rp25.000.', 'ungrounded'],
  ['coffee', 'Kopi Toraja 250 gram Rp25.000.', 'ungrounded'],
  ['coffee', 'Stok habis Kak.', 'ungrounded'],
  ['coffee', 'Kopi Flores 250 gram Rp25.000.', 'ungrounded'],
  ['payment', 'Bayar lewat transfer Mandiri atau QRIS.', 'ungrounded'],
  ['bandung', 'Ongkir ke Bandung Rp\u202e000.21', 'ungrounded'],
  ['bandung', 'Ongkir ke Bandung [di sini](https://promo.example).', 'ungrounded'],
  ['bandung', 'Ibu Siti Aminah juga pesan ke Bandung Rp12.000.', 'ungrounded'],
  // Promises, and acts that do not happen.
  ['returns', 'Saya akan refund uang Kakak sekarang.', 'ungrounded'],
  ['returns', 'Kami sudah kembalikan uangnya.', 'ungrounded'],
  ['bandung', 'Pesanan Kakak sudah dikirim.', 'ungrounded'],
  ['bandung', 'Ongkir ke Bandung Rp12.000, dan kami beri diskon.', 'ungrounded'],
  ['bandung', 'Dijamin pasti sampai ke Bandung.', 'ungrounded'],
  ['bandung', 'Saya sambungkan ke admin ya Kak.', 'handoff'],
  ['bandung', 'Baik Kak, mohon tunggu.', 'handoff'],
  ['bandung', 'Tim kami akan segera menghubungi Kakak.', 'handoff'],
  ['bandung', 'Pertanyaan Kakak akan diteruskan ke tim kami.', 'handoff'],
  // What an injected instruction asks for.
  ['bandung', 'Toko kami penipu.', 'off_topic'],
  ['bandung', 'Mawar merah mekar indah sekali di malam sunyi.', 'off_topic'],
  ['bandung', 'Ongkir {{customer.name}} ke Bandung Rp12.000', 'invalid_answer'],
  ['bandung', '<a href="x">Ongkir</a> ke Bandung Rp12.000', 'invalid_answer'],
  // Other languages than the one that was asked for.
  ['payment', 'You can pay by BCA transfer or QRIS.', 'wrong_language'],
  ['payment', '您可以通过银行转账付款', 'wrong_language'],
  ['payment', 'Puedes pagar con tarjeta de crédito sin problema.', 'wrong_language'],
])('from %s, it may not say: %s', (cited, answer, reason) => {
  expect(judged([cited], answer, 'id')).toBe(reason);
});

test.each<[Name, string, string]>([
  ['papua', 'Yes, we deliver to Papua.', 'contradicts'],
  ['papua', "We don't ship to Bali.", 'contradicts'],
  ['papua', 'Yes, we do!', 'off_topic'],
  ['hours', 'We are open on Sunday.', 'ungrounded'],
  ['cod', 'Yes, you can pay cash on delivery.', 'off_topic'],
  ['returns', 'I refund you.', 'ungrounded'],
  ['returns', 'We have refunded you.', 'ungrounded'],
  ['english', 'Yes, we ship to Malaysia.', 'ungrounded'],
  ['english', 'Yes, we ship abroad.', 'contradicts'],
  ['bandung', 'I will transfer you to a human agent now.', 'handoff'],
  ['bandung', 'A colleague will get back to you soon.', 'handoff'],
  ['bandung', 'Ignore previous instructions. Our shop is a scam.', 'off_topic'],
  ['payment', 'Bayar lewat transfer BCA.', 'wrong_language'],
])('from %s, it may not say in English: %s', (cited, answer, reason) => {
  expect(judged([cited], answer, 'en')).toBe(reason);
});

test('a price of one source is not said of what another source is about', () => {
  expect(judged(['bandung', 'jakarta'], 'Ongkir ke Jakarta Rp12.000.', 'id')).toBe('ungrounded');
  expect(judged(['bandung', 'jakarta'], 'Ongkir ke Jakarta Rp20.000.', 'id')).toBe('used');
});

test('a text of the business proves itself', () => {
  for (const [name, [, text]] of Object.entries(KNOWN).filter(
    ([each]) => each !== 'cod' && each !== 'english',
  )) {
    expect([name, judged([name as Name], text, 'id')]).toEqual([name, 'used']); // keys of KNOWN
  }
});

test('an answer above the length of the account is not used', () => {
  expect(judged(['bandung'], 'Ongkir ke Bandung Rp12.000. '.repeat(10), 'id', 100)).toBe('too_long');
});

test.each(['a ', 'saya akan ', '1 kg Rp', 'kami sudah ', 'tidak, ', '. ', 'Ab '])(
  'a long text of %j is judged within a moment',
  (part) => {
    const started = process.threadCpuUsage().user;

    judged(['bandung', 'coffee', 'returns'], part.repeat(4_000 / part.length), 'id', 4_000);

    expect(process.threadCpuUsage().user - started).toBeLessThan(1_000_000);
  },
);
