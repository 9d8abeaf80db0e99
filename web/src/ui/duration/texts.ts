import { defineTexts } from '../../texts/define-texts.ts';

export const durationTexts = defineTexts({
  en: {
    unit: 'Unit of {field}',
    seconds: 'seconds',
    minutes: 'minutes',
    hours: 'hours',
    days: 'days',
  },
  id: {
    unit: 'Satuan {field}',
    seconds: 'detik',
    minutes: 'menit',
    hours: 'jam',
    days: 'hari',
  },
});
