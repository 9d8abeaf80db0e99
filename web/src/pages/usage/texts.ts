import { defineTexts } from '../../texts/define-texts.ts';

export const usageTexts = defineTexts({
  en: {
    title: 'Usage',
    lead: 'What this account uses, beside the limits of the plan {plan}.',
    messages: 'Messages this month',
    devices: 'Devices',
    rate: 'Messages per minute',
    used: '{used} of {limit}',
    noLimit: '{used}, without a limit',
    perMinute: 'up to {limit}',
    left: ['{count} is left.', '{count} are left.'],
    rest: '{rest} is left.',
    near: 'Almost used up.',
    full: 'Used up.',
    allUsed: 'All are in use.',
    messagesHint:
      'Counts accepted messages of programs, staff, broadcasts and the automation. Begins again at {time}.',
    messagesLimit: 'At the limit, further messages are refused and broadcasts pause.',
    messagesNear: 'Messages can be refused before {time}. Ask the operator for another plan.',
    messagesFull: 'Messages are refused until {time}, or until the operator gives you another plan.',
    devicesHint: '{count} connected. Released devices do not count.',
    devicesLimit:
      'At the limit, no further device can be added. Release one, or ask the operator for another plan.',
    storage: 'Storage',
    storageHint: 'Counts files of customers, documents, notes, broadcasts, contacts and long texts.',
    storageLimit:
      'At the limit, messages still arrive, without their files. New documents, notes, contacts and broadcasts are refused.',
    storageFull:
      'Files of customers are not kept now, and new documents, notes, contacts and broadcasts are refused. Delete documents, or ask the operator for another plan.',
    rateHint: 'For programs and replies together. Counted anew each minute.',
    rateLimit:
      'At the limit, a call is refused with the seconds to wait. Broadcasts have a pace of their own.',
    calls: 'API calls this month',
    callsHint: 'Calls with API keys. They have no limit.',
  },
  id: {
    title: 'Pemakaian',
    lead: 'Yang dipakai akun ini, di samping batas paket {plan}.',
    messages: 'Pesan bulan ini',
    devices: 'Perangkat',
    rate: 'Pesan per menit',
    used: '{used} dari {limit}',
    noLimit: '{used}, tanpa batas',
    perMinute: 'sampai {limit}',
    left: ['Sisa {count}.', 'Sisa {count}.'],
    rest: 'Sisa {rest}.',
    near: 'Hampir habis.',
    full: 'Sudah habis.',
    allUsed: 'Semua terpakai.',
    messagesHint:
      'Menghitung pesan dari program, tim, broadcast, dan otomatisasi yang diterima Kurir. Dimulai lagi {time}.',
    messagesLimit: 'Bila habis, pesan berikutnya ditolak dan broadcast dijeda.',
    messagesNear: 'Pesan bisa ditolak sebelum {time}. Hubungi operator untuk paket lain.',
    messagesFull: 'Pesan ditolak sampai {time}, atau sampai operator memberi paket lain.',
    devicesHint: '{count} terhubung. Perangkat yang dilepas tidak dihitung.',
    devicesLimit:
      'Bila penuh, perangkat tidak dapat ditambah. Lepas satu, atau hubungi operator untuk paket lain.',
    storage: 'Penyimpanan',
    storageHint: 'Menghitung file dari pelanggan, dokumen, catatan, broadcast, kontak, dan teks panjang.',
    storageLimit:
      'Bila penuh, pesan tetap masuk, tetapi tanpa filenya. Dokumen, catatan, kontak, dan broadcast baru ditolak.',
    storageFull:
      'File dari pelanggan sekarang tidak disimpan, dan dokumen, catatan, kontak, serta broadcast baru ditolak. Hapus dokumen, atau hubungi operator untuk paket lain.',
    rateHint: 'Untuk program dan balasan bersama-sama. Dihitung ulang tiap menit.',
    rateLimit:
      'Bila penuh, panggilan ditolak dengan waktu tunggu dalam detik. Broadcast punya kecepatan sendiri.',
    calls: 'Panggilan API bulan ini',
    callsHint: 'Panggilan dengan kunci API. Tanpa batas.',
  },
});
