import { defineTexts } from '../texts/define-texts.ts';

export const addressTexts = defineTexts({
  en: {
    machine: 'This address works on this machine alone.',
    network: 'This address works in this network alone.',
    setting:
      'For one that works everywhere, the operator sets KURIR_PUBLIC_URL to the public address of this gateway.',
  },
  id: {
    machine: 'Alamat ini hanya bisa dibuka di komputer ini.',
    network: 'Alamat ini hanya bisa dibuka di jaringan ini.',
    setting:
      'Supaya bisa dibuka dari mana saja, operator perlu mengisi KURIR_PUBLIC_URL dengan alamat publik gateway ini.',
  },
});
