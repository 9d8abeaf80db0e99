import { defineTexts } from '../texts/define-texts.ts';

export const previewTexts = defineTexts({
  en: {
    preview: 'What the customer sees',
    image: 'Picture',
    video: 'Video',
    document: 'File',
    copy: 'Copy code',
  },
  id: {
    preview: 'Yang dilihat pelanggan',
    image: 'Gambar',
    video: 'Video',
    document: 'File',
    copy: 'Salin kode',
  },
});
