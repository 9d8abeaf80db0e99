import { defineTexts } from '../../../texts/define-texts.ts';

export const backupTexts = defineTexts({
  en: {
    last: 'Last backup: {ago}',
    lastLead: 'Made on {time}.',
    old: 'The last backup is old: {ago}',
    oldLead: 'What came since {time} would be lost with the machine. Make a new one.',
    none: 'No backup is recorded',
    noneLead: 'Kurir makes none by itself. Run the lines below on the machine of the gateway.',
    failed: 'The newest backup has failed.',
    how: 'Make a backup',
    howLead:
      'On the machine of the gateway. Kurir checks the copy before it is recorded here: a copy of a running database ' +
      'is not usable. Keep a copy on another machine.',
    systemd: 'If systemd runs Kurir (as root)',
    byHand: 'If you started Kurir yourself; the last line starts it again',
    secret: 'A backup has the data and secrets of all accounts, so this page offers none for download.',
    list: 'Recorded backups',
    made: 'Made',
    outcome: 'Outcome',
    done: 'done',
    failedOne: 'failed',
    size: 'Size',
    place: 'Place',
    unknown: 'not known',
    guide: 'Back up and restore',
  },
  id: {
    last: 'Cadangan terakhir: {ago}',
    lastLead: 'Dibuat {time}.',
    old: 'Cadangan terakhir sudah lama: {ago}',
    oldLead: 'Yang masuk sejak {time} ikut hilang bila mesin rusak. Buat cadangan baru.',
    none: 'Belum ada cadangan yang tercatat',
    noneLead: 'Kurir tidak membuatnya sendiri. Jalankan baris di bawah di mesin gateway.',
    failed: 'Cadangan terbaru gagal.',
    how: 'Buat cadangan',
    howLead:
      'Di mesin gateway. Kurir memeriksa salinannya sebelum mencatatnya di sini: salinan database yang masih berjalan ' +
      'tidak bisa dipakai. Simpan salinannya di mesin lain.',
    systemd: 'Kalau Kurir dijalankan oleh systemd (sebagai root)',
    byHand: 'Kalau Kurir Anda jalankan sendiri; baris terakhir menjalankannya lagi',
    secret: 'Cadangan memuat data dan rahasia semua akun, jadi tidak dapat diunduh dari halaman ini.',
    list: 'Cadangan yang tercatat',
    made: 'Dibuat',
    outcome: 'Hasil',
    done: 'berhasil',
    failedOne: 'gagal',
    size: 'Ukuran',
    place: 'Tempat',
    unknown: 'tidak diketahui',
    guide: 'Mencadangkan dan memulihkan',
  },
});
