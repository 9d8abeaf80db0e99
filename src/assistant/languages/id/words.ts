import type { LanguageWords } from '../language.ts';
import { chat } from './chat.ts';
import { facts } from './facts.ts';
import { handOff } from './hand-off.ts';
import { proof } from './proof.ts';
import { reading } from './reading.ts';
import { tables } from './tables.ts';
import { said } from './texts.ts';

export const id: LanguageWords = {
  name: 'Indonesian',
  countries: '62',
  letters: '',
  reading,
  chat,
  handOff,
  tables,
  faqFile: { question: 'pertanyaan', answer: 'jawaban' },
  facts,
  proof,
  rated: {
    before: 'saya aku kasih beri memberi nilai nilainya rating bintang skor angka',
    of: 'dari per',
    after: 'bintang poin',
    notBeside: 'lagi yang yg saja aja dong lainnya macam jenis',
    wishes: 'pesan pesen order tolong minta',
  },
  ...said,
};
