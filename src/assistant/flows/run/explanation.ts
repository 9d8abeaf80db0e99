import type { Language } from '../../brain/languages/language.ts';
import type { Answer } from '../definition/answers.ts';

type Bound = number | string | null | undefined;

interface Words {
  number: string;
  integer: string;
  email: string;
  phone: string;
  date: string;
  media: string;
  choice: string;
  text: string;
  characters: string;
  today: string;
  or: string;
  from: string;
  to: string;
  atLeast: string;
  atMost: string;
  since: string;
  until: string;
  types: Record<'image' | 'video' | 'audio' | 'document', string>;
}

const WORDS: Record<Language, Words> = {
  id: {
    number: 'Maaf, balas dengan angka',
    integer: 'Maaf, balas dengan angka bulat',
    email: 'Maaf, tulis alamat email yang lengkap, misalnya nama@contoh.com',
    phone: 'Maaf, tulis nomor telepon yang lengkap',
    date: 'Maaf, tulis tanggal, misalnya 24/12/2026 atau "besok"',
    media: 'Maaf, kirim',
    choice: 'Maaf, pilih salah satu jawaban berikut',
    text: 'Maaf, jawabannya belum sesuai',
    ...{ characters: 'karakter', today: 'hari ini', or: 'atau' },
    ...{ from: 'dari', to: 'sampai', atLeast: 'minimal', atMost: 'maksimal' },
    ...{ since: 'mulai', until: 'sampai' },
    types: { image: 'foto', video: 'video', audio: 'suara', document: 'dokumen' },
  },
  en: {
    number: 'Sorry, please reply with a number',
    integer: 'Sorry, please reply with a whole number',
    email: 'Sorry, please write a full e-mail address, such as name@example.com',
    phone: 'Sorry, please write a full phone number',
    date: 'Sorry, please write a date, such as 24/12/2026 or "tomorrow"',
    media: 'Sorry, please send a',
    choice: 'Sorry, please choose one of these answers',
    text: 'Sorry, this answer does not fit',
    ...{ characters: 'characters', today: 'today', or: 'or' },
    ...{ from: 'from', to: 'to', atLeast: 'at least', atMost: 'at most' },
    ...{ since: 'from', until: 'until' },
    types: { image: 'photo', video: 'video', audio: 'voice message', document: 'document' },
  },
};
/** As a question has them that says nothing. */
const LENGTHS = { min: 1, max: 1_000 };

/** Why an answer does not fit, for questions without a text for that. */
export function explanationOf(answer: Answer, language: Language): string {
  const words = WORDS[language];
  const day = (bound: Bound) => (bound === 'today' ? words.today : bound);
  switch (answer.kind) {
    case 'number':
      return sentence(words[answer.integer ? 'integer' : 'number'], range(words, answer.min, answer.max));
    case 'date':
      return sentence(words.date, range(ofDays(words), day(answer.earliest), day(answer.latest)));
    case 'media':
      return `${words.media} ${answer.types.map((type) => words.types[type]).join(` ${words.or} `)}.`;
    case 'text':
      return sentence(words.text, lengths(words, answer));
    case 'email':
    case 'phone':
    case 'choice':
      return `${words[answer.kind]}.`;
    default:
      return answer satisfies never;
  }
}

const sentence = (text: string, bounds: string): string =>
  bounds === '' ? `${text}.` : `${text}, ${bounds}.`;

const ofDays = ({ since, until, ...words }: Words) => ({ ...words, atLeast: since, atMost: until });

function range(
  { from, to, atLeast, atMost }: Pick<Words, 'from' | 'to' | 'atLeast' | 'atMost'>,
  min: Bound,
  max: Bound,
): string {
  if (min == null) return max == null ? '' : `${atMost} ${max}`;
  return max == null ? `${atLeast} ${min}` : `${from} ${min} ${to} ${max}`;
}

function lengths(
  words: Words,
  { min_length, max_length }: { min_length: number; max_length: number },
): string {
  const min = min_length > LENGTHS.min ? min_length : null;
  const max = max_length < LENGTHS.max ? max_length : null;
  const bounds = range(words, min, max);
  return bounds === '' ? '' : `${bounds} ${words.characters}`;
}
