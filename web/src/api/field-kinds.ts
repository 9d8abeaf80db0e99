import { type Key, type Language, translate } from '../texts/translate.ts';

/** How the gateway writes each kind. The first that fits counts. */
const KINDS: readonly (readonly [Key<'rare.fields'>, RegExp])[] = [
  ['required', /^(is|are) required\b|^must not be (empty|blank)$/],
  ['notEmpty', /^must (have an? [\w ]+|have at least one \w+|name at least one \w+)(;.*)?$/],
  ['notUsed', /^is not used by this type$|^must be (missing|null|empty)\b|^cannot be combined with /],
  ['tooLong', /^must (?:have|be|make a text of) at most (?<count>\d+) characters/],
  ['tooShort', /^must have at least (?<count>\d+) characters/],
  ['tooLarge', /^must have at most (?<count>\d+) bytes/],
  ['canGrowLong', /^can become (?<now>\d+) characters long, at most (?<max>\d+) are allowed$/],
  ['tooManyDigits', /^must (?:have|be) at most (?<count>\d+) digits/],
  ['tooFewDigits', /^must have at least (?<count>\d+) digits/],
  ['shortened', /^was shortened by a spreadsheet/],
  ['fileTooLarge', /^must have at most (?<count>\d+) MiB$/],
  ['headerFile', /^must be a JPEG or PNG picture, an MP4 video or a PDF$/],
  ['fileRefused', /^was refused by the provider: (?<reason>.+)$/s],
  ['noFile', /^leads to no file: |^did not answer in time$/],
  ['products', /^must be ids of products with commas/],
  ['loneButton', /^must have no other button beside products$/],
  ['onlyMarketing', /^must be marketing for a button with products$/],
  ['tooMany', /^(?:must have|a conversation has) at most (?<count>\d+) (?!MiB)\w+/],
  ['tooMany', /^are too many: an answer has at most (?<count>\d+)/],
  ['tooFew', /^must have at least (?<count>\d+)( items?)?$/],
  ['tooFarAhead', /^must be at most (?<count>\d+) days from now$/],
  ['tooHigh', /^must be at most (?<count>-?[\d.]+)$/],
  ['tooLow', /^must (?:be|have) at least (?<count>-?[\d.]+)$/],
  ['wholeNumber', /^must be an integer$/],
  ['positive', /^must be a number above 0\b/],
  ['number', /^must be a number\b/],
  ['httpsUrl', /^must be (an https URL$|https, or http to )/],
  ['url', /^must be an? (http or https )?URL\b/],
  ['origin', /^must be a web site with |^must have no path\b|^must name a site after /],
  ['siteName', /browsers compare no IPv6 addresses$/],
  ['noUser', /^must not contain a user name or password$/],
  ['noFragment', /^must not (contain|have) (a fragment|a query or a fragment)$/],
  ['blockedPort', /^must be on one of the ports (?<ports>[\d, ]+);/],
  ['blockedAddress', /^is (in a private or special network|a metadata or link-local address),/],
  ['email', /^must be an e-mail address$/],
  ['phone', /^must be a phone number$|^must have 1 to 4 digits, without plus/],
  ['network', /^must be an IP address, or a network /],
  ['time', /^must be a time from /],
  ['timezone', /^must be a time zone\b/],
  ['date', /^must be (a date from|an ISO 8601 timestamp)/],
  ['currency', /^must be three letters of ISO 4217/],
  ['noRates', /^has no rates: /],
  ['colour', /^must be a colour such as /],
  ['officialNumbers', /^must be official numbers, /],
  ['noTemplate', /^is no template of the devices /],
  ['notApproved', /^is not approved by the provider$/],
  ['notSendable', /^has a part that Kurir cannot send$/],
  ['notListed', /^is not known yet: list the templates /],
  ['manyTemplates', /^is one of more than (?<count>\d+) templates /],
  ['variable', /^has no (?:variable|value) "(?<name>[^"]*)"/],
  ['openBraces', /^has \{\{ without a /],
  ['blank', /^is blank without the values of its variables/],
  ['blankChoice', /^must not become blank for any choice of alternatives$/],
  ['notUsed', /^is (only for|not used (in|without)) /],
  ['format', /^must be the (name of an Android package|signing key hash)/],
  ['loneVariable', /^must not start or end with a variable$/],
  ['variableNames', /^must (write variables as|number its variables from|not mix numbers and names)/],
  ['noVariables', /^must not contain variables$|^is no variable of the template$/],
  ['oneVariable', /^must have at most one variable$/],
  ['endVariable', /^may have one variable, /],
  ['language', /^must be the code of a language/],
  ['replyOrder', /^must have the quick replies together/],
  ['phone', /^must have 5 to 19 digits/],
  ['slug', /^must have 1 to (?<count>\d+) characters of a-z, 0-9/],
  ['slug', /^must have lower-case letters, digits, - and _, at most (?<count>\d+)$/],
  ['key', /^must have 1 to (?<count>\d+) characters of a-z, A-Z/],
  ['fieldName', /^must be small letters, digits and _/],
  ['oneLine', /^must be one line\b|^must not contain line breaks/],
  ['signs', /^must (not contain|have visible ASCII|be visible ASCII|have no values in braces)/],
  ['words', /^must have more than punctuation and spaces$/],
  ['regex', /^must be a regular expression |^is too large: use fewer or smaller |regular expressions/],
  ['taken', /^is the \S+ of another |^is (or was the address of another link|already the )/],
  [
    'twice',
    /^must (have each \w+ once|not be in both lists|have no name that is in remove too)|, each once$/,
  ],
  ['flow', /^is no flow of this account$/],
  ['plan', /^is no plan of this installation$/],
  [
    'colleague',
    /^must be (ids of active users|the name of an active user|a user who sees this conversation)/,
  ],
  [
    'unknown',
    /^is no \w+ of this account$|^the account has no |^must be (the id of|ids of) |^is not known\b/,
  ],
  ['wrongCode', /^is wrong, or was used before$/],
  ['wrong', /^is wrong$/],
  ['commonPassword', /^is one of the most common passwords$/],
  ['ownPassword', /^must not be the e-mail or the name$/],
  ['past', /^must be in the future$/],
  ['lessThanMinimum', /^must not be less than /],
  [
    'order',
    /^must (not be (before|later than|the same as) |be later than from|differ from from|be in order)/,
  ],
  ['choice', /^must be (one of .+|true or false|[\w./]+)$/],
  ['format', /^(has the wrong format|is not valid|must be an? (string|array|object|UUID))$/],
  ['format', /^must be (base64|a language such as |keys with dots|a name of a header)/],
];

/** A sentence for people; null for a text that has no kind. */
export function knownFieldText(text: string, language: Language): string | null {
  for (const [key, pattern] of KINDS) {
    const match = pattern.exec(text);
    if (match) return translate('rare.fields', language, key, valuesOf(match.groups));
  }
  return null;
}

function valuesOf({ count, ...others }: Record<string, string | undefined> = {}) {
  const number = Number(count);
  const texts = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...Object.fromEntries(texts), ...(Number.isFinite(number) && { count: number }) };
}
