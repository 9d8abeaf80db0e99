import { defineTexts } from '../../../texts/define-texts.ts';

export const capTexts = defineTexts({
  en: {
    title: 'Cost cap',
    lead: 'The most that official numbers may cost in a month (UTC).',
    none: 'There is no cap. Only the owner of the account can set one.',
    noRates: 'A cap needs rates, and the operator has entered none.',
    set: 'Set a cap',
    change: 'Change',
    spentOf: '{spent} of {amount}',
    state_below: 'below the cap',
    state_near: 'nearly reached',
    state_reached: 'reached',
    reached:
      'Broadcasts of official numbers are paused, and automation hands their conversations to people. ' +
      'People can still reply. All of it goes on by itself at {time}, or with a higher cap.',
    dialogLead:
      'At the cap, broadcasts of official numbers pause and automation stops answering there. Replies of people are ' +
      'always sent.',
    amount: 'Amount per month',
    amountHint: 'Empty: no cap.',
    currency: 'Currency',
    saved: 'The cap is saved.',
  },
  id: {
    title: 'Batas biaya',
    lead: 'Biaya tertinggi nomor resmi dalam sebulan (UTC).',
    none: 'Belum ada batas. Hanya pemilik akun yang bisa mengaturnya.',
    noRates: 'Batas butuh tarif, dan operator belum mengisinya.',
    set: 'Atur batas',
    change: 'Ubah',
    spentOf: '{spent} dari {amount}',
    state_below: 'di bawah batas',
    state_near: 'hampir tercapai',
    state_reached: 'tercapai',
    reached:
      'Broadcast dari nomor resmi dijeda, dan otomatisasi menyerahkan chat di sana ke orang. ' +
      'Orang tetap bisa membalas. Semua lanjut sendiri pada {time}, atau setelah batas dinaikkan.',
    dialogLead:
      'Saat batas tercapai, broadcast dari nomor resmi dijeda dan otomatisasi berhenti menjawab di sana. ' +
      'Balasan orang selalu terkirim.',
    amount: 'Jumlah per bulan',
    amountHint: 'Kosong: tanpa batas.',
    currency: 'Mata uang',
    saved: 'Batas disimpan.',
  },
});
