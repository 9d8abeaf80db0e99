import type { LanguageWords } from '../language.ts';
import { chat } from './chat.ts';
import { facts } from './facts.ts';
import { handOff } from './hand-off.ts';
import { proof } from './proof.ts';
import { reading } from './reading.ts';
import { tables } from './tables.ts';
import { said } from './texts.ts';

export const pt: LanguageWords = {
  name: 'Portuguese of Brazil',
  countries: '55 351 244 258',
  letters: '[ãõçêâô]',
  reading,
  chat,
  handOff,
  tables,
  faqFile: { question: 'pergunta, perguntas', answer: 'resposta, respostas' },
  facts,
  proof,
  rated: {
    before: 'dou eu a uma um nota avaliação',
    of: 'de em',
    after: 'estrela estrelas ponto pontos',
    notBeside: 'mais de',
    wishes: 'pedir peço pedido favor reembolso',
  },
  ...said,
};
