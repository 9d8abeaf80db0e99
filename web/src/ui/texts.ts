import { defineTexts } from '../texts/define-texts.ts';

export const uiTexts = defineTexts({
  en: {
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    copy: 'Copy',
    copied: 'Copied',
    retry: 'Try again',
    loading: 'Loading',
    more: 'Show more',
    actions: 'Actions',
    typeToConfirm: 'Type {word} to confirm',
    keepIt: 'I have saved it',
    noAccess: 'Your role does not show this page. Ask an admin of the account.',
  },
  id: {
    cancel: 'Batal',
    close: 'Tutup',
    save: 'Simpan',
    copy: 'Salin',
    copied: 'Tersalin',
    retry: 'Coba lagi',
    loading: 'Memuat',
    more: 'Tampilkan lagi',
    actions: 'Tindakan',
    typeToConfirm: 'Ketik {word} untuk konfirmasi',
    keepIt: 'Sudah saya simpan',
    noAccess: 'Peran Anda tidak menampilkan halaman ini. Hubungi admin akun.',
  },
});
