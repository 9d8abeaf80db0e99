/**
 * Words of the most common passwords of leaked lists, also of Indonesian ones. A password of such words, digits
 * and signs alone is refused: the lists have thousands of them, like `password123` and `qwerty12345`.
 */
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
/** Longest first, so that `password` does not leave `word`. */
const BY_LENGTH = WORDS.toSorted((one, other) => other.length - one.length);
/** A password of many different digits and signs is hard to guess. */
const FEW_SIGNS = 5;

/** `password` is in lower case. */
export function isCommonPassword(password: string): boolean {
  const rest = BY_LENGTH.reduce((text, word) => text.replaceAll(word, ''), password);
  if (rest === password) return isSequence(password) || new Set(password).size < FEW_SIGNS;
  return DIGITS_AND_SIGNS.test(rest) && (isSequence(rest) || new Set(rest).size < FEW_SIGNS);
}

const SEQUENCE = '01234567890123456789';

/** Digits that rise or fall one by one, perhaps in a row of such parts. */
function isSequence(text: string): boolean {
  const digits = text.replace(/[\p{P}\p{S}\s]/gu, '');
  if (digits === '' || /\D/.test(digits)) return digits === '';
  return SEQUENCE.includes(digits) || SEQUENCE.includes([...digits].reverse().join(''));
}
