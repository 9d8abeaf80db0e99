import { defineTexts } from '../../../texts/define-texts.ts';

export const rateTexts = defineTexts({
  en: {
    rates: 'Rates',
    lead:
      'What the provider of official numbers charges for one message. Take it from its rate card. Costs of all ' +
      'accounts use these rates, also those of past days.',
    create: 'New rate',
    import: 'Import a file',
    importTitle: 'Import rates',
    importHint:
      'A CSV file with the columns {columns}. Rates that it does not have stay. An empty amount removes one.',
    rateTitle: 'Rate of a message',
    market: 'Market',
    marketHint: 'A country, or a group such as Rest of Africa.',
    category: 'Category',
    categoryHint: 'Such as marketing, utility, authentication or service.',
    valid_from: 'From',
    valid_fromHint: 'First day, until a later rate.',
    currency: 'Currency',
    currencyHint: 'Three letters, such as IDR.',
    amount: 'Amount',
    amountHint: 'Of one message, with a point. Empty: the rate is removed.',
    actions: 'Actions',
    change: 'Change {market}, {category}',
    saved: 'Saved rates: {saved}. Removed rates: {removed}.',
    none: 'There are no rates',
    noneLead: 'Accounts see how many messages are charged, and no money.',
  },
  id: {
    rates: 'Tarif',
    lead:
      'Yang ditagih penyedia nomor resmi untuk satu pesan. Ambil dari daftar tarifnya. Biaya semua akun memakai tarif ' +
      'ini, juga untuk hari yang lalu.',
    create: 'Tarif baru',
    import: 'Impor file',
    importTitle: 'Impor tarif',
    importHint:
      'File CSV dengan kolom {columns}. Tarif yang tidak ada di file tetap. Nilai kosong menghapus tarif.',
    rateTitle: 'Tarif pesan',
    market: 'Pasar',
    marketHint: 'Negara, atau kelompok seperti Rest of Africa.',
    category: 'Kategori',
    categoryHint: 'Misalnya marketing, utility, authentication, atau service.',
    valid_from: 'Mulai',
    valid_fromHint: 'Hari pertama, sampai tarif berikutnya.',
    currency: 'Mata uang',
    currencyHint: 'Tiga huruf, misalnya IDR.',
    amount: 'Nilai',
    amountHint: 'Untuk satu pesan, dengan titik. Kosong: tarif dihapus.',
    actions: 'Tindakan',
    change: 'Ubah {market}, {category}',
    saved: 'Tarif tersimpan: {saved}. Tarif terhapus: {removed}.',
    none: 'Belum ada tarif',
    noneLead: 'Akun melihat jumlah pesan yang ditagih, tanpa uang.',
  },
});
