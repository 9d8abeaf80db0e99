import { defineTexts } from '../../../texts/define-texts.ts';

export const reviewTexts = defineTexts({
  en: {
    reviews: 'Review of templates',
    reviewsLead: 'The real provider decides within minutes or a day. Here you decide in its place.',
    noTemplates: 'No templates yet. Make one on the page of the device.',
    approve: 'Approve',
    refuse: 'Refuse',
    pause: 'Pause',
    disable: 'Disable',
    category: 'Category of {name}',
    refuseTitle: 'Refuse {name} ({language})',
    reason: 'Reason',
    decided: 'The provider has reported it to Kurir.',
  },
  id: {
    reviews: 'Peninjauan template',
    reviewsLead: 'Penyedia asli memutuskan dalam beberapa menit sampai sehari. Di sini Anda yang memutuskan.',
    noTemplates: 'Belum ada template. Buat di halaman perangkat.',
    approve: 'Setujui',
    refuse: 'Tolak',
    pause: 'Jeda',
    disable: 'Matikan',
    category: 'Kategori {name}',
    refuseTitle: 'Tolak {name} ({language})',
    reason: 'Alasan',
    decided: 'Penyedia sudah memberi tahu Kurir.',
  },
});
