import { defineTexts } from '../texts/define-texts.ts';

export const peopleTexts = defineTexts({
  en: { visitor: 'Web visitor #{id}', hiddenCustomer: 'Customer #{id}' },
  id: { visitor: 'Pengunjung web #{id}', hiddenCustomer: 'Pelanggan #{id}' },
});
