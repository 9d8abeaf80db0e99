import { defineTexts } from '../../texts/define-texts.ts';

/** Of the frame of all pages. */
export const automationTexts = defineTexts({
  en: {
    title: 'Automation',
    lead: 'What answers your customers before a person does: flows first, then rules, then the assistant.',
    assistant: 'Assistant',
    rules: 'Rules',
    flows: 'Flows',
    settings: 'Settings',
  },
  id: {
    title: 'Otomatisasi',
    lead: 'Yang menjawab pelanggan sebelum tim Anda: alur lebih dulu, lalu aturan, lalu asisten.',
    assistant: 'Asisten',
    rules: 'Aturan',
    flows: 'Alur',
    settings: 'Pengaturan',
  },
});
