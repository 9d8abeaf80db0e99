import { openReader } from '../brain/normalise.ts';
import type { Source } from './ask.ts';
import { judgeOutput } from './judge.ts';

const reader = { ...openReader(['id', 'en']), countryCode: '62' };

/** What a shop knows: title and text. Tests cite it by name. */
export const KNOWN = {
  bandung: [
    'Berapa ongkir ke Bandung?',
    'Ongkir ke Bandung Rp12.000, sampai 2 hari kerja. Resi dikirim lewat chat setelah paket diserahkan ke kurir.',
  ],
  jakarta: ['Berapa ongkir ke Jakarta?', 'Rp20.000.'],
  papua: [
    'Bisa kirim ke Papua?',
    'Mohon maaf, kami tidak kirim ke Papua. Kami kirim ke Jawa, Bali dan Sumatra.',
  ],
  hours: ['Jam buka toko?', 'Senin sampai Sabtu 08.00 sampai 17.00. Hari Minggu libur.'],
  cod: ['Bisa COD?', 'Belum bisa, Kak.'],
  returns: [
    'Cara retur barang?',
    'Barang dapat dikembalikan dalam 7 hari. Foto barang dan nomor pesanan dikirim lewat chat. ' +
      'Uang kembali dalam 3 hari kerja.',
  ],
  coffee: [
    'Harga kopi',
    'Kopi Gayo 250 gram Rp25.000, 1 kg Rp90.000. Kopi Toraja 250 gram Rp30.000. Stok ready.',
  ],
  payment: ['Cara bayar?', 'Bayar lewat transfer BCA atau QRIS.'],
  warranty: [
    'Syarat: Garansi',
    'Garansi mesin kopi berlaku dua tahun sejak tanggal pembelian. Klaim garansi membutuhkan nota asli. ' +
      'Kerusakan karena listrik tidak termasuk garansi.',
  ],
  english: ['Do you ship abroad?', 'No, we only ship within Indonesia. Shipping takes 2-3 days.'],
  promise: [
    'Cara daftar reseller?',
    'Isi formulir di toko.example/reseller, lalu tim kami akan menghubungi Anda.',
  ],
} as const;
export type Name = keyof typeof KNOWN;

/** `used`, `handoff`, or why it is not used. */
export function judged(
  cited: readonly Name[],
  answer: string,
  language: 'id' | 'en',
  maxLength = 1_000,
): string {
  const sources = Object.entries(KNOWN).map(
    ([id, [title, text]]): Source => ({ kind: 'faq', id, title, text }),
  );
  const citations = cited.map((name) => Object.keys(KNOWN).indexOf(name) + 1);
  const asked = { sources, maxLength, language, reader };
  const improved = judgeOutput({ answer, action: 'answer', citations }, asked, 0);
  if (improved.outcome === 'failed') return improved.reason;
  return improved.action === 'answer' ? 'used' : improved.action;
}
