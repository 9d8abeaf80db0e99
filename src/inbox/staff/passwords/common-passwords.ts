/** From leaked lists, also Indonesian. Passwords of only these, digits and signs are refused. */
const WORDS = [
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  '1qaz2wsx',
  '1q2w3e4r',
  'abcdefghij',
  'abcdefgh',
  'abc',
  'admin',
  'administrator',
  'anjing',
  'asdf',
  'asdfgh',
  'asdfghjkl',
  'bangsat',
  'baseball',
  'bismillah',
  'changeme',
  'cinta',
  'computer',
  'default',
  'football',
  'freedom',
  'guest',
  'iloveyou',
  'indonesia',
  'jakarta',
  'katasandi',
  'kucing',
  'kurir',
  'letmein',
  'login',
  'master',
  'merdeka',
  'monkey',
  'pass',
  'password',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'princess',
  'qazwsx',
  'qwerty',
  'qwertyuiop',
  'rahasia',
  'root',
  'sandi',
  'sayang',
  'sayangku',
  'secret',
  'sunshine',
  'superman',
  'system',
  'test',
  'user',
  'welcome',
  'whatsapp',
  'zxcvbn',
  'zxcvbnm',
];
const DIGITS_AND_SIGNS = /^[\d\p{P}\p{S}\s]*$/u;
/** Longest first: `password` must not leave `word`. */
const BY_LENGTH = WORDS.toSorted((one, other) => other.length - one.length);
/** More different ones are hard to guess. */
const FEW_SIGNS = 5;

/** `password` is in lower case. */
export function isCommonPassword(password: string): boolean {
  const rest = BY_LENGTH.reduce((text, word) => text.replaceAll(word, ''), password);
  if (rest === password) return isSequence(password) || new Set(password).size < FEW_SIGNS;
  return DIGITS_AND_SIGNS.test(rest) && (isSequence(rest) || new Set(rest).size < FEW_SIGNS);
}

const SEQUENCE = '01234567890123456789';

/** Rows of rising or falling digits. */
function isSequence(text: string): boolean {
  const digits = text.replace(/[\p{P}\p{S}\s]/gu, '');
  if (digits === '' || /\D/.test(digits)) return digits === '';
  return SEQUENCE.includes(digits) || SEQUENCE.includes([...digits].reverse().join(''));
}
