import { defineTexts } from '../texts/define-texts.ts';

export const previewTexts = defineTexts({
  en: {
    preview: 'What the customer sees',
    image: 'Picture',
    video: 'Video',
    document: 'File',
    copy_code: 'Copy code',
    catalog: 'View catalog',
    mpm: 'View items',
  },
  id: {
    preview: 'Yang dilihat pelanggan',
    image: 'Gambar',
    video: 'Video',
    document: 'File',
    copy_code: 'Salin kode',
    catalog: 'Lihat katalog',
    mpm: 'Lihat produk',
  },
});
