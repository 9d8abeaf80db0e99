import { defineTexts } from '../texts/define-texts.ts';

export const templateTexts = defineTexts({
  en: {
    noTemplates: 'This number has no approved template.',
    noTemplatesLead: 'Write one on the page of the number. Kurir shows it here after its approval.',
    allTemplates: 'All templates of this number',
    readAgain: 'Read again',
    fileAddress: '{kind}: address of the file (https://…)',
    templateName: 'Template',
    headerValue: 'Heading, {hole}',
    linkEnd: 'End of the link of the button “{button}”',
    buttonCode: 'Code that the button “{button}” copies',
    products: 'Ids of the products, with commas between them',
    image: 'Picture',
    video: 'Video',
    document: 'Document',
  },
  id: {
    noTemplates: 'Nomor ini belum punya template yang disetujui.',
    noTemplatesLead: 'Buat template di halaman nomor ini. Setelah disetujui, template muncul di sini.',
    allTemplates: 'Semua template nomor ini',
    readAgain: 'Muat ulang',
    fileAddress: '{kind}: alamat file (https://…)',
    templateName: 'Template',
    headerValue: 'Judul, {hole}',
    linkEnd: 'Akhir tautan tombol “{button}”',
    buttonCode: 'Kode yang disalin tombol “{button}”',
    products: 'Id produk, dengan koma di antaranya',
    image: 'Gambar',
    video: 'Video',
    document: 'Dokumen',
  },
});
