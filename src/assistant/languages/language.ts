/** The codes of the languages. Each is a folder here, and a line of `LANGUAGE_WORDS`. */
export const LANGUAGES = ['id', 'en', 'pt', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const perLanguage = <Value>(value: Value): Record<Language, Value> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, value])) as Record<Language, Value>; // its keys

/**
 * Whose words the brain and the proofs read. Customers mix Indonesian and English. Other languages share words with
 * them that mean something else: `cara`, `once`, `no`.
 */
export function mixOf(languages: readonly Language[]): readonly Language[] {
  const isMixed = languages.every((each) => each === 'id' || each === 'en');
  return LANGUAGES.filter((each) => (isMixed ? each === 'id' || each === 'en' : languages.includes(each)));
}

/** Made at the first use of each set of languages. */
export function perMix<Value>(
  make: (mix: readonly Language[]) => Value,
): (mix: readonly Language[]) => Value {
  const made = new Map<string, Value>();
  return (mix) => {
    const key = mix.join();
    const value = made.get(key) ?? make(mix);
    made.set(key, value);
    return value;
  };
}

/**
 * One language. Customers mix languages, so what they write is read with the words of all. `Words` have blanks between,
 * `Phrases` commas, and `Values` are words with numbers: `ribu=3`. A `Pattern` is a part of a regular expression.
 */
export interface LanguageWords extends SaidTexts {
  /** For a language model. */
  name: string;
  /** Calling codes of the countries whose new accounts speak it. */
  countries: Words;
  /** They show the language: `ñ`. */
  letters: Pattern;
  reading: ReadingWords;
  chat: ChatWords;
  handOff: HandOffWords;
  tables: TableWords;
  faqFile: FaqFileWords;
  facts: FactWords;
  proof: ProofWords;
  rated: RatedWords;
}

/** Customers leave out accents, so words are also read without them. */
type Words = string;
type Phrases = string;
type Values = string;
type Pattern = string;

/** When they or a word file change, models are learned again. */
export interface ReadingWords {
  /** Frequent words of no other language. */
  marks: Words;
  suffixes: Words;
  /** Each with the letters that it may have replaced. */
  prefixes: readonly (readonly [prefix: string, letters: readonly string[]])[];
  /** They change no meaning: `adminnya`. */
  nounEndings: Words;
}

export interface ChatWords {
  /** `the red one please`. */
  beforeAnswer: Words;
  afterAnswer: Words;
  /** `number 2`. */
  beforeNumber: Words;
  /** Small talk has one of its words, and otherwise these and `besideSmallTalk` alone. */
  smallTalk: Readonly<Record<SmallTalk, Words>>;
  besideSmallTalk: Words;
  /** No machine should answer them. */
  complaints: Phrases;
  /** Calmly said, they are questions. */
  harms: Phrases;
}

export type SmallTalk = keyof Pick<Texts, 'greeting' | 'thanks' | 'agreed'>;

export interface HandOffWords {
  /** Default `person_words`. */
  person: Phrases;
  /** Default `exit_words`. */
  exit: Phrases;
  /** A request with the word for a person: `cs dong`. */
  asking: Words;
  greetings: Words;
  beside: Words;
  /** Where a person comes from. */
  otherQuestions: Phrases;
  /** For staff. */
  reasons: Readonly<Record<HandOffReason, string>>;
  labels: { rule: string; flow: string; near: string };
}

/** `owner_reason` of the conversation, and `reason` of the decision. */
export type HandOffReason =
  | 'asked_for_person'
  | 'assistant_unsure'
  | 'assistant_failed'
  | 'forbidden_topic'
  | 'complaint'
  | 'flow'
  | 'flow_failed'
  | 'rule'
  | 'no_answer'
  | 'unsupported_message'
  | 'too_old'
  | 'quota_exceeded'
  | 'cost_cap_reached'
  | 'device_unavailable'
  | 'opted_out'
  | 'ignored_contact'
  | 'loop_suspected'
  | 'budget_exceeded'
  | 'reply_window_closed'
  | 'template_not_sent'
  | 'failed';

export interface TableWords {
  /** Whole, or as words of a longer name. */
  columns: Readonly<Record<ColumnName, Phrases>>;
  /** They ask for the column. */
  price: Words;
  stock: Words;
  unit: Words;
  /** Only when nothing else is asked for. */
  perhapsPrice: Words;
  perhapsStock: Words;
  /** They change no question. */
  fillers: Words;
  /** Unless a product has them in its name. */
  softFillers: Words;
  /** They connect a question with the one before. */
  connecting: Words;
  buying: Words;
  not: Words;
  colours: Words;
  sizes: Words;
  /** No typing errors of names: `murah` and `merah`. */
  saidOfGoods: Words;
  /** They change no meaning: `harganya`, `adakah`. */
  endings: Words;
  /** After a number: `250 gram` and `250gr` are one. */
  measures: Readonly<Record<string, Words>>;
  /** In cells of the stock. */
  none: Pattern;
  /** Names of columns with one meaning in all languages. */
  headers: Readonly<Record<Header, Words>>;
  wording: TableTexts;
}

/** Around a number from 1 to 5 that rates. */
interface RatedWords {
  before: Words;
  /** `4 of 5`. */
  of: Words;
  /** `4 stars`. */
  after: Words;
  /** The number counts something: `2 more please`. */
  notBeside: Words;
  /** The text asks for something. */
  wishes: Words;
}

export type ColumnName = 'hidden' | 'key' | 'aliases' | 'price' | 'stock' | 'unit' | 'name' | 'variant';

type Header =
  | 'colour'
  | 'size'
  | 'material'
  | 'weight'
  | 'brand'
  | 'flavour'
  | 'warranty'
  | 'description'
  | 'category'
  | 'expiry'
  | 'content'
  | 'dimension';

/** `{product}`, `{amount}`, `{label}`, `{value}` and `{count}` are filled in. */
interface TableTexts {
  price: string;
  stock: string;
  unit: string;
  /** An empty cell in a list. */
  unknown: string;
  soldOut: string;
  isSoldOut: string;
  isInStock: string;
  says: string;
  more: string;
  marks: readonly [group: string, fraction: string];
}

/** Headers of the columns. */
export type FaqFileWords = Readonly<Record<'question' | 'answer', Phrases>>;

export interface FactWords {
  /** After digits: `25 ribu`. */
  zeros: Values;
  numbers: Values;
  /** Adds ten: `dua belas`. */
  teen: Words;
  /** They count what stands before them, up to the last larger word. */
  times: Values;
  groups: Values;
  /** Between words of one number. */
  joints: Pattern;
  jointWords: Words;
  months: Phrases;
  /** They mean something else on their own: `march`. */
  monthsInDates: Words;
  /** From Monday on. */
  weekdays: Phrases;
  /** A day whose name is also the word for a week: between these it is. */
  week: { day: string; before: Pattern; after: Pattern } | null;
  eachDay: Pattern;
  days: Readonly<Record<DayName, Phrases>>;
  now: Words;
  /** `Senin sampai Jumat`. */
  until: Pattern;
  and: Words;
  or: Words;
  /** `1st of May`. */
  beforeDate: Words;
  of: Words;
  dayEndings: Words;
  /** `jam 8`. */
  at: Pattern;
  periods: Readonly<Record<Period, Words>>;
  /** Numbers of different units do not prove each other. */
  units: Readonly<Partial<Record<Unit, Words>>>;
  /** `2 business days`. */
  beforeUnit: Words;
  /** `3 pcs`. */
  counted: Words;
  /** `setiap bulan`, `a month`; `bulanan` has an ending. */
  each: Pattern;
  rates: Words;
  rateEnding: Words;
  currencies: Readonly<Partial<Record<Currency, Words>>>;
}

export type DayName = 'today' | 'tomorrow' | 'in two days' | 'tonight' | 'yesterday';
export type Period = 'morning' | 'noon' | 'afternoon' | 'night';
/** Several countries have a peso. */
export type Currency = 'idr' | 'usd' | 'sgd' | 'myr' | 'eur' | 'gbp' | 'brl' | 'peso';

type Unit =
  | 'percent'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'fortnight'
  | 'month'
  | 'year'
  | 'decade'
  | 'kilogram'
  | 'gram'
  | 'litre'
  | 'millilitre'
  | 'kilometre'
  | 'metre'
  | 'centimetre'
  | 'times'
  | 'piece'
  | 'person';

/** They compare an answer of a language model with its sources. */
export interface ProofWords {
  /** A dot after these ends no sentence. */
  abbreviations: Pattern;
  contrasts: Words;
  negations: Pattern;
  /** `Bisa COD?`: the answer decides whether the question is true. */
  yesOrNo: Words;
  asking: Phrases;
  restrictions: Words;
  /** They add no fact: `estimasi 2 hari`, `takes 2 days`. */
  frame: Words;
  /** Always written with a capital. */
  capitals: Words;
  promises: Readonly<Partial<Record<PromiseKind, Pattern>>>;
  /** They need no source. */
  courtesies: readonly Pattern[];
  /** `{people}` stands for them in `handOver`. */
  people: Words;
  handOver: readonly Pattern[];
  will: Pattern;
  replies: Pattern;
  please: Words;
  wait: Words;
  myself: Words;
}

/** They bind the business. Those of one kind prove each other. */
export type PromiseKind =
  | 'state:open'
  | 'state:closed'
  | 'state:in stock'
  | 'state:sold out'
  | 'free'
  | 'refund'
  | 'compensation'
  | 'discount'
  | 'gift'
  | 'warranty'
  | 'part'
  | 'more'
  | 'instalment'
  | 'negotiable'
  | 'always'
  | 'certain'
  | 'done'
  | 'will';

export interface SaidTexts {
  texts: Readonly<Record<Tone, Texts>>;
  opening: OpeningTexts;
  explanation: ExplanationTexts;
  rating: RatingTexts;
}

export const TONES = ['friendly', 'formal', 'neutral'] as const;
export type Tone = (typeof TONES)[number];

export interface Texts {
  introduction: string;
  greeting: string;
  /** After the introduction, which greets too. */
  offer: string;
  thanks: string;
  agreed: string;
  /** Above the numbered questions. */
  clarify: string;
  /** The last choice. */
  person: string;
  unsure: string;
  /** A number that is none of the choices. */
  noSuchChoice: string;
  scope: string;
  handOff: string;
  handOffClosed: string;
  /** Hand-offs are off, and a person is asked for. */
  nobody: string;
  /** Hand-offs are off: nothing answers. */
  declined: string;
  /** Hand-offs are off: too late, or failed. */
  again: string;
  exit: string;
}

/** Formats of Luxon; `unknown` is plain. */
export interface OpeningTexts {
  unknown: string;
  today: string;
  tomorrow: string;
  date: string;
}

export interface ExplanationTexts {
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
  types: Readonly<Record<'image' | 'video' | 'audio' | 'document', string>>;
}

/** After a conversation with staff. */
interface RatingTexts {
  question: string;
  thanks: string;
  /** Opens the list of scores. */
  button: string;
  /** Of 1 to 5. At most 20 characters each. */
  scores: readonly [string, string, string, string, string];
}
