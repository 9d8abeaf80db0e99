import type { ReaderLanguage } from '../../../platform/lib/http/reader-language.ts';

/** The words of the pages. The guides themselves are in English. */
const ENGLISH = {
  tagline: 'A messaging gateway that you run yourself.',
  ready: 'Ready',
  notReady: 'Running, but not ready',
  silent: 'No answer',
  guides: 'Guides',
  openDashboard: 'Dashboard',
  guidesHint: 'First message, webhooks, broadcasts, operation.',
  reference: 'API reference',
  referenceHint: 'Every call and field, with examples.',
  document: 'OpenAPI document',
  documentHint: 'For code generators and tools.',
  next: 'Next steps',
  where: 'In a terminal, in the folder of Kurir:',
  account: 'Create an account. The command prints its API key.',
  pair: 'Connect a number: scan the QR with its phone.',
  pairSandbox: 'Connect a number: a simulated phone scans the QR.',
  send: 'Send a message.',
  sendSandbox: 'Send a message to another simulated phone.',
  look: 'See what that phone received.',
  dashboard: 'Open the dashboard: the command prints a link that logs you in once.',
  user: 'Add yourself to the dashboard. The command prints a link for the first log-in.',
  more: 'Do the same over HTTP, and receive answers:',
  quickStart: 'Quick start',
  list: 'All guides',
  missing: 'There is no such guide.',
};

export type Words = typeof ENGLISH;

const INDONESIAN: Words = {
  tagline: 'Gateway pesan yang Anda jalankan sendiri.',
  ready: 'Siap',
  notReady: 'Berjalan, tetapi belum siap',
  silent: 'Tidak ada jawaban',
  guides: 'Panduan',
  openDashboard: 'Dasbor',
  guidesHint: 'Pesan pertama, webhook, broadcast, operasional. Dalam bahasa Inggris.',
  reference: 'Referensi API',
  referenceHint: 'Setiap panggilan dan isian, dengan contoh.',
  document: 'Dokumen OpenAPI',
  documentHint: 'Untuk pembuat kode dan alat lain.',
  next: 'Langkah berikutnya',
  where: 'Di terminal, di folder Kurir:',
  account: 'Buat akun. Perintah ini menampilkan kunci API-nya.',
  pair: 'Hubungkan nomor: pindai QR dengan ponselnya.',
  pairSandbox: 'Hubungkan nomor: ponsel simulasi memindai QR.',
  send: 'Kirim pesan.',
  sendSandbox: 'Kirim pesan ke ponsel simulasi lain.',
  look: 'Lihat yang diterima ponsel itu.',
  dashboard: 'Buka dasbor: perintah ini menampilkan tautan masuk sekali pakai.',
  user: 'Tambahkan diri Anda ke dasbor. Perintah ini menampilkan tautan untuk masuk pertama kali.',
  more: 'Lakukan hal yang sama lewat HTTP, dan terima balasan:',
  quickStart: 'Mulai cepat (Quick start)',
  list: 'Semua panduan',
  missing: 'Panduan ini tidak ada.',
};

export const WORDS = { en: ENGLISH, id: INDONESIAN } as const satisfies Record<ReaderLanguage, Words>;
