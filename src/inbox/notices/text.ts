import type { ReaderLanguage } from '../../platform/lib/http/reader-language.ts';
import { cut } from '../../platform/lib/text.ts';
import type { Occasion, OccasionOf } from './occasions.ts';
import type { Shown } from './push/push.ts';
import { NOTICE_KINDS, type NoticeKind } from './schema.ts';
import { WORDS } from './words.ts';

/** Far below what one push may have, also in letters of four bytes. */
const MAX_TITLE = 100;
const MAX_BODY = 200;

/** One line per kind. */
export function linesOf(occasions: readonly Occasion[], language: ReaderLanguage): string[] {
  const { many } = WORDS[language];
  return NOTICE_KINDS.flatMap((kind) => {
    const [first, ...others] = occasions.filter((one) => one.kind === kind);
    if (!first) return [];
    return (others.length > 0 && many[kind](others.length + 1)) || titleOf(first, language);
  });
}

export function subjectOf(occasions: readonly Occasion[], language: ReaderLanguage): string {
  const [line = '', ...others] = linesOf(occasions, language);
  return others.length > 0 ? WORDS[language].summary(occasions.length) : line;
}

/** A lock screen is public: `showsText` adds names and words of customers to the only occasion. */
export function shownOf(
  occasions: readonly Occasion[],
  { language, showsText }: { language: ReaderLanguage; showsText: boolean },
): Shown {
  const lines = linesOf(occasions, language);
  const [only] = occasions.length === 1 ? occasions : [];
  const text = only && showsText ? textOf(only) : '';
  return {
    title: cut(subjectOf(occasions, language), MAX_TITLE),
    body: cut(lines.length > 1 ? lines.join(', ') : text, MAX_BODY),
    tag: only ? tagOf(only) : 'kurir-summary',
    path: pathOf(occasions),
  };
}

/** The place of all occasions, or the inbox. */
export function pathOf(occasions: readonly Occasion[]): string {
  const paths = new Set(occasions.map(({ path }) => path));
  return paths.size === 1 ? ([...paths][0] ?? 'inbox') : 'inbox';
}

const titleOf = <Kind extends NoticeKind>(
  { kind, facts }: OccasionOf<Kind>,
  language: ReaderLanguage,
): string => WORDS[language].one[kind](facts);

function textOf({ facts }: Occasion): string {
  if ('text' in facts) return facts.text;
  return 'customer' in facts ? facts.customer : '';
}

/** Of a chat: as the notices of an open page have it, so that both are one. */
const tagOf = ({ kind, path }: Occasion): string => `kurir-${/^inbox\/(.+)$/.exec(path)?.[1] ?? kind}`;
