import type { ReaderLanguage } from '../../../../platform/lib/http/reader-language.ts';

const en = {
  title: 'Passkey for WhatsApp',
  lead: 'WhatsApp asks for the passkey of a number before it links the number to this gateway.',
  loading: 'One moment ...',
  device: 'Device',
  number: 'Number',
  unknownNumber: 'known after the link',
  left: 'Time left',
  warning:
    'Go on only if you scanned the QR of this device, or typed its code, just now. If another person sent you this ' +
    'link, close the page: your answer would give them your chats.',
  go: 'I am linking my own number',
  cancel: 'Cancel the pairing',
  extensionTitle: 'With the extension of Kurir',
  extension:
    'Click on the icon of the extension in the toolbar of this browser. It opens a page of WhatsApp Web, asks your ' +
    'browser for the passkey, and comes back. It reads no chats.',
  pasteTitle: 'Without the extension',
  pasteWarning:
    'Warning: code that you paste into the console of a page can take over your account. Paste nothing there that ' +
    'another person sends you. Use only the text below, from this page.',
  paste1: 'Open https://web.whatsapp.com in another tab of this browser. You need not log in.',
  paste2: 'Open the developer tools (F12), then Console. Paste this text, and press Enter:',
  paste3: 'Confirm with fingerprint, face, PIN or phone. The console shows a text that begins with {.',
  paste4: 'Copy this text into the field:',
  field: 'The answer of the browser',
  send: 'Send',
  notJson: 'This is not the text of the console. It begins with { and ends with }.',
  notSigned: 'The browser did not sign. Try again, or use a browser that has the passkey.',
  refused: 'The answer cannot be used: it',
  phone: 'The answer is on its way. Look at your phone, which may ask you to go on.',
  code: 'If the phone shows a code, it must be this one. Otherwise refuse on the phone.',
  connected: 'The number is linked. You can close this page.',
  passkey_timeout: 'The time is over. Start the pairing again.',
  passkey_rejected: 'WhatsApp refused the pairing. Start it again later.',
  passkey_cancelled: 'The pairing is cancelled. Nothing was linked.',
  ended: 'This pairing is over. Start it again.',
  invalid: 'This link is wrong, used or expired. Start the pairing again, and open the new link.',
  insecure:
    'The gateway opens this page over HTTPS only. Ask its operator for a link that begins with https.',
  offline: 'The gateway does not answer. This page tries again.',
};
export type Words = typeof en;

const id: Words = {
  title: 'Kunci sandi (passkey) WhatsApp',
  lead: 'WhatsApp meminta kunci sandi (passkey) sebuah nomor sebelum menautkannya ke gateway ini.',
  loading: 'Sebentar ...',
  device: 'Perangkat',
  number: 'Nomor',
  unknownNumber: 'diketahui setelah tertaut',
  left: 'Sisa waktu',
  warning:
    'Lanjutkan hanya bila Anda sendiri baru saja memindai kode QR perangkat ini atau mengetik kodenya. Bila tautan ' +
    'ini dikirim orang lain, tutup halaman ini: jawaban Anda akan memberi mereka chat Anda.',
  go: 'Saya menautkan nomor saya sendiri',
  cancel: 'Batalkan pemasangan',
  extensionTitle: 'Dengan ekstensi Kurir',
  extension:
    'Klik ikon ekstensi di bilah alat peramban ini. Ekstensi membuka halaman WhatsApp Web, meminta kunci sandi dari ' +
    'peramban, lalu kembali. Chat tidak dibaca.',
  pasteTitle: 'Tanpa ekstensi',
  pasteWarning:
    'Awas: kode yang ditempel di konsol sebuah halaman bisa mengambil alih akun Anda. Jangan tempel apa pun yang ' +
    'dikirim orang lain. Pakai hanya teks di bawah ini, dari halaman ini.',
  paste1: 'Buka https://web.whatsapp.com di tab lain di peramban ini. Tidak perlu masuk.',
  paste2: 'Buka alat pengembang (F12), lalu Console. Tempel teks ini, lalu tekan Enter:',
  paste3: 'Konfirmasi dengan sidik jari, wajah, PIN, atau ponsel. Konsol menampilkan teks yang diawali {.',
  paste4: 'Salin teks itu ke kolom ini:',
  field: 'Jawaban peramban',
  send: 'Kirim',
  notJson: 'Ini bukan teks dari konsol. Teksnya diawali { dan diakhiri }.',
  notSigned: 'Peramban tidak menandatangani. Coba lagi, atau pakai peramban yang punya kunci sandinya.',
  refused: 'Jawaban tidak bisa dipakai:',
  phone: 'Jawaban sedang dikirim. Lihat ponsel Anda, mungkin ada yang perlu dilanjutkan.',
  code: 'Bila ponsel menampilkan kode, kodenya harus sama dengan ini. Bila beda, tolak di ponsel.',
  connected: 'Nomor sudah tertaut. Halaman ini boleh ditutup.',
  passkey_timeout: 'Waktunya habis. Pasangkan lagi.',
  passkey_rejected: 'WhatsApp menolak pemasangan. Pasangkan lagi nanti.',
  passkey_cancelled: 'Pemasangan dibatalkan. Tidak ada yang ditautkan.',
  ended: 'Pemasangan ini sudah selesai. Pasangkan lagi.',
  invalid: 'Tautan ini salah, sudah dipakai, atau kedaluwarsa. Pasangkan lagi dan buka tautan barunya.',
  insecure: 'Gateway hanya membuka halaman ini lewat HTTPS. Minta operatornya tautan yang diawali https.',
  offline: 'Gateway tidak menjawab. Halaman ini mencoba lagi.',
};

export const WORDS: Record<ReaderLanguage, Words> = { en, id };
