import { defineTexts } from '../texts/define-texts.ts';

export const numberTexts = defineTexts({
  en: {
    question: 'Is the country code missing? {input} looks like a number of {country} without its 0.',
    local: 'Use +{number}',
    asIs: 'Keep +{number}',
    asIsOf: 'Keep +{number} ({country})',
  },
  id: {
    question: 'Apakah kode negaranya kurang? {input} sepertinya nomor {country} tanpa angka 0 di depan.',
    local: 'Pakai +{number}',
    asIs: 'Tetap +{number}',
    asIsOf: 'Tetap +{number} ({country})',
  },
});
