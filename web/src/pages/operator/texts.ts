import { defineTexts } from '../../texts/define-texts.ts';

export const operatorTexts = defineTexts({
  en: {
    title: 'Operator',
    whole: 'The whole installation, with the accounts of all customers.',
    ownAccount: 'Your own account is',
    accounts: 'Accounts',
    plans: 'Plans',
    rates: 'Rates',
    health: 'Health',
    warnings: ['warning', 'warnings'],
    backups: 'Backups',
  },
  id: {
    title: 'Operator',
    whole: 'Seluruh instalasi, dengan akun semua pelanggan.',
    ownAccount: 'Akun Anda sendiri:',
    accounts: 'Akun',
    plans: 'Paket',
    rates: 'Tarif',
    health: 'Kesehatan',
    warnings: 'peringatan',
    backups: 'Cadangan',
  },
});
