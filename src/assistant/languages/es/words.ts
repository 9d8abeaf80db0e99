import type { LanguageWords } from '../language.ts';
import { chat } from './chat.ts';
import { facts } from './facts.ts';
import { handOff } from './hand-off.ts';
import { proof } from './proof.ts';
import { reading } from './reading.ts';
import { tables } from './tables.ts';
import { said } from './texts.ts';

export const es: LanguageWords = {
  name: 'Spanish',
  countries: '34 52 54 56 57 51 58 53 502 503 504 505 506 507 591 593 595 598 240',
  letters: '[ñ¿¡]|ción',
  reading,
  chat,
  handOff,
  tables,
  faqFile: { question: 'pregunta, preguntas', answer: 'respuesta, respuestas' },
  facts,
  proof,
  rated: {
    before: 'le les te pongo doy un una nota puntuación',
    of: 'de sobre',
    after: 'estrella estrellas punto puntos',
    notBeside: 'más de',
    wishes: 'pedir pido pedido favor reembolso',
  },
  ...said,
};
