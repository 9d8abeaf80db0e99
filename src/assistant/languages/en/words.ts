import type { LanguageWords } from '../language.ts';
import { chat } from './chat.ts';
import { facts } from './facts.ts';
import { handOff } from './hand-off.ts';
import { proof } from './proof.ts';
import { reading } from './reading.ts';
import { tables } from './tables.ts';
import { said } from './texts.ts';

export const en: LanguageWords = {
  name: 'English',
  countries: '',
  letters: '',
  reading,
  chat,
  handOff,
  tables,
  faqFile: { question: 'question, questions', answer: 'answer, answers' },
  facts,
  proof,
  rated: {
    before: 'i give rate rating score you a the my is',
    of: 'of out',
    after: 'star stars point points',
    notBeside: 'more of',
    wishes: 'order please pls refund',
  },
  ...said,
};
