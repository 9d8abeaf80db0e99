import { useCategory } from '../costs/category.ts';
import { defineTexts } from '../texts/define-texts.ts';
import { useTexts } from '../texts/texts.ts';
import type { Tone } from '../ui/badge.tsx';

const wordTexts = defineTexts({
  en: {
    approved: 'Approved',
    pending: 'In review',
    rejected: 'Refused',
    paused: 'Paused',
    disabled: 'Disabled',
    green: 'High',
    yellow: 'Medium',
    red: 'Low',
    unknown: 'Not rated',
    invalid_format: 'The form is wrong: look at braces, examples and links.',
    tag_content_mismatch: 'The text does not fit its category.',
    incorrect_category: 'The text does not fit its category.',
    abusive_content: 'The text is against the rules of the provider.',
    promotional: 'The text advertises: choose the category Marketing.',
    scam: 'The provider takes the text for a fraud.',
  },
  id: {
    approved: 'Disetujui',
    pending: 'Ditinjau',
    rejected: 'Ditolak',
    paused: 'Dijeda',
    disabled: 'Dimatikan',
    green: 'Tinggi',
    yellow: 'Sedang',
    red: 'Rendah',
    unknown: 'Belum dinilai',
    invalid_format: 'Bentuknya salah: periksa kurung kurawal, contoh, dan tautan.',
    tag_content_mismatch: 'Teks tidak sesuai dengan kategorinya.',
    incorrect_category: 'Teks tidak sesuai dengan kategorinya.',
    abusive_content: 'Teks melanggar aturan penyedia.',
    promotional: 'Teks berisi promosi: pilih kategori Pemasaran.',
    scam: 'Penyedia menganggap teks ini penipuan.',
  },
});

export const STATUS_TONES: Readonly<Record<string, Tone>> = {
  approved: 'good',
  rejected: 'bad',
  disabled: 'bad',
  paused: 'warn',
};

/** The words of the provider, in any case. It may have more of them than Kurir. */
export function useTemplateWords(): (given: string) => string {
  const t = useTexts(wordTexts);
  const category = useCategory();
  return (given) => {
    const known = WORDS.find((each) => each === given.toLowerCase());
    return known ? t(known) : category(given);
  };
}

const WORDS = Object.keys(wordTexts.en) as (keyof typeof wordTexts.en)[]; // the keys of a constant
