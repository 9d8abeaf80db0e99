/** The codes of the languages. Each is a folder here, and a line of `LANGUAGE_WORDS`. */
export const LANGUAGES = ['id', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const perLanguage = <Value>(value: Value): Record<Language, Value> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, value])) as Record<Language, Value>; // its keys

/**
 * One language. Customers mix languages, so what they write is read with the words of all. `Words` have blanks between,
 * `Phrases` commas, and `Values` are words with numbers: `ribu=3`. A `Pattern` is a part of a regular expression.
 */
export interface LanguageWords extends SaidTexts {
  /** In the prompt of a language model. */
  name: string;
  reading: ReadingWords;
  chat: ChatWords;
  handOff: HandOffWords;
  tables: TableWords;
  facts: FactWords;
  proof: ProofWords;
}

type Words = string;
type Phrases = string;
type Values = string;
type Pattern = string;

/** How the brain reads words. The models are learned again when they change, and when a word file does. */
export interface ReadingWords {
  /** Frequent words that no other language has. */
  marks: Words;
  /** Endings that a root may have, and beginnings with the letters that they may have replaced. */
  suffixes: Words;
  prefixes: readonly (readonly [prefix: string, letters: readonly string[]])[];
  /** Endings of a noun that change no meaning: `adminnya` is the admin. */
  nounEndings: Words;
}

/** What customers write beside their questions. */
export interface ChatWords {
  /** Forms of address and particles around an answer: `the red one please`. */
  beforeAnswer: Words;
  afterAnswer: Words;
  /** Before the number of a choice: `number 2`. */
  beforeNumber: Pattern;
  /** Each message of small talk has one of its words, and no others than these and `besideSmallTalk`. */
  smallTalk: Readonly<Record<SmallTalk, Words>>;
  besideSmallTalk: Words;
  /** Of an angry customer, whom no machine should answer. */
  complaints: Phrases;
  /** What happened to a customer's own things. Calmly said, it is a question like any other. */
  harms: Phrases;
}

/** What needs no knowledge: the text that answers it. */
export type SmallTalk = keyof Pick<Texts, 'greeting' | 'thanks' | 'agreed'>;

/** A customer asks for a person, and staff reads why. */
export interface HandOffWords {
  /** `person_words` of an account that has not changed them. */
  person: Phrases;
  /** `exit_words`, the same. */
  exit: Phrases;
  /** They make a request of the word for a person: `cs dong`, `mana adminnya`. */
  asking: Words;
  greetings: Words;
  /** Forms of address, particles, pronouns. */
  beside: Words;
  /** A customer asks where a person comes from. */
  otherQuestions: Phrases;
  /** For staff: why the automation hands off. */
  reasons: Readonly<Record<HandOffReason, string>>;
  labels: { rule: string; flow: string; near: string };
}

/** Why an automation asks for staff: `owner_reason` of the conversation, and `reason` of the decision. */
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

/** Of questions about rows of a table, and of the answers. */
export interface TableWords {
  /** Names of columns, whole or as words of a longer name. */
  columns: Readonly<Record<ColumnName, Phrases>>;
  /** They ask for the column. */
  price: Words;
  stock: Words;
  unit: Words;
  /** They ask for the column only when nothing else is asked for. */
  perhapsPrice: Words;
  perhapsStock: Words;
  /** They change no question. */
  fillers: Words;
  /** They change none either, unless a product has them in its name. */
  softFillers: Words;
  /** They connect a question with the one before. */
  connecting: Words;
  buying: Words;
  /** Before a word that the customer does not want. */
  not: Words;
  colours: Words;
  sizes: Words;
  /** What customers say of goods. */
  saidOfGoods: Words;
  /** Endings of spoken language that change no meaning: `harganya`, `adakah`. */
  endings: Words;
  /** Spellings of one measure after a number: `250 gram` and `250gr` are one. */
  measures: Readonly<Record<string, Words>>;
  /** In cells of the stock: nothing is left. */
  none: Pattern;
  /** Names of columns that mean the same in all languages. */
  headers: Readonly<Record<Header, Words>>;
  wording: TableTexts;
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
  /** A cell without a text, in a list. */
  unknown: string;
  soldOut: string;
  isSoldOut: string;
  isInStock: string;
  says: string;
  more: string;
  /** Of large numbers, and between whole and fraction. */
  marks: readonly [group: string, fraction: string];
}

/** Numbers, dates and times, as people write them. */
export interface FactWords {
  /** Powers of ten after digits: `25 ribu`. */
  zeros: Values;
  /** Numbers as words, and parts of a whole. */
  numbers: Values;
  /** Makes ten more of it: `dua belas`. */
  teen: Words;
  /** They count what stands before them, up to the last larger word. */
  times: Values;
  groups: Values;
  /** What joins words of one number, beside a blank, and its words. */
  joints: Pattern;
  jointWords: Words;
  /** Of each month: its names. */
  months: Phrases;
  /** Those that mean something else on their own. */
  monthsInDates: Words;
  /** Of each day from Monday on: its names. */
  weekdays: Phrases;
  /** A day whose name is also the word for a week: before and after these texts it is. */
  week: { day: string; before: Pattern; after: Pattern } | null;
  eachDay: Pattern;
  days: Readonly<Record<DayName, Phrases>>;
  now: Words;
  /** Between two numbers, days or times. */
  until: Pattern;
  and: Words;
  or: Words;
  /** Before a date, between day and month, and after the number of a day: `1st of`. */
  beforeDate: Words;
  of: Words;
  dayEndings: Words;
  /** Before or after an hour. */
  at: Pattern;
  periods: Readonly<Record<Period, Words>>;
  /** Numbers of different units do not prove each other. */
  units: Readonly<Partial<Record<Unit, Words>>>;
  /** `2 business days`. */
  beforeUnit: Words;
  /** What customers count in an answer: `3 pcs`. */
  counted: Words;
  /** `setiap bulan`, `a month`, `sebulan`, and `bulanan` as a time with an ending. */
  each: Pattern;
  rates: Words;
  rateEnding: Words;
  currencies: Readonly<Partial<Record<Currency, Words>>>;
}

export type DayName = 'today' | 'tomorrow' | 'in two days' | 'tonight' | 'yesterday';
export type Period = 'morning' | 'noon' | 'afternoon' | 'night';
export type Currency = 'idr' | 'usd' | 'sgd' | 'myr' | 'eur' | 'gbp';

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

/** By which an answer of a language model is compared with its sources. In the normal form. */
export interface ProofWords {
  /** A dot after these ends no sentence. */
  abbreviations: Pattern;
  contrasts: Words;
  negations: Pattern;
  /** `Bisa COD?`, whose answer decides whether the question is true. */
  yesOrNo: Words;
  asking: Phrases;
  restrictions: Words;
  /** Courtesy, and words that frame a fact and add none: `estimasi 2 hari`, `takes 2 days`. */
  frame: Words;
  /** Forms of address, and words that are always written with a capital. */
  capitals: Words;
  promises: Readonly<Partial<Record<PromiseKind, Pattern>>>;
  /** Phrases of politeness, which need no source. */
  courtesies: readonly Pattern[];
  /** Who a conversation is handed over to, and phrases that say so: `{people}` stands for them. */
  people: Words;
  handOver: readonly Pattern[];
  /** `<people> will reply`. */
  will: Pattern;
  replies: Pattern;
  /** `please wait`. */
  please: Words;
  wait: Words;
  myself: Words;
}

/** Words that bind the business, or say how things are. Those of one kind prove each other. */
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

/** What customers read. */
export interface SaidTexts {
  texts: Readonly<Record<Tone, Texts>>;
  opening: OpeningTexts;
  explanation: ExplanationTexts;
}

export const TONES = ['friendly', 'formal', 'neutral'] as const;
export type Tone = (typeof TONES)[number];

/** What the assistant itself says. Answers come from the knowledge of the account. */
export interface Texts {
  introduction: string;
  /** After a greeting. */
  greeting: string;
  /** In place of it after the introduction, which greets too. */
  offer: string;
  thanks: string;
  /** After an "ok". */
  agreed: string;
  /** Above the numbered questions. */
  clarify: string;
  /** The last choice, after its number. */
  person: string;
  /** The question is not understood. */
  unsure: string;
  /** A number that is none of the choices. */
  noSuchChoice: string;
  /** `{scope}` is what the account wrote. */
  scope: string;
  handOff: string;
  /** With the next opening. */
  handOffClosed: string;
  /** Where hand-offs are off, to a customer who asks for a person. */
  nobody: string;
  /** Where hand-offs are off: nothing answers. The scope follows. */
  declined: string;
  /** Where hand-offs are off: the message came too late, or something failed. */
  again: string;
  /** The customer has left a flow. */
  exit: string;
}

/** When staff is back. Formats of Luxon; `unknown` is plain. */
export interface OpeningTexts {
  unknown: string;
  today: string;
  tomorrow: string;
  date: string;
}

/** Why an answer in a flow does not fit. */
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
