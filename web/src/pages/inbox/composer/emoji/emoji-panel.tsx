import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import type { Key, Language, Translate } from '../../../../texts/translate.ts';

interface Group {
  slug: Key<'chat.emoji'>;
  /** Emoji, name and search words. */
  emojis: readonly [string, string, string][];
}

/** `npm run docs` writes a file per language. */
const LOADS = import.meta.glob<readonly Group[]>('./*.json', { import: 'default' });
const COLUMNS = 9;
const NO_TONES = { dark: '', light: '', medium: '', 'medium-dark': '', 'medium-light': '' };
const components: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div className="bg-raised px-2.5 py-1.5 text-xs font-medium text-faint" {...props}>
      {category.label}
    </div>
  ),
  // The library counts rows and columns from 0, which is no valid index for screen readers.
  Row: ({ 'aria-rowindex': _, ...props }) => <div className="scroll-my-1.5 px-1.5" {...props} />,
  Emoji: ({ emoji: { emoji: sign, label }, 'aria-colindex': _, ...props }) => (
    <button
      type="button"
      title={label}
      className="flex size-8 items-center justify-center rounded-md text-xl data-active:bg-active"
      {...props}
    >
      {sign}
    </button>
  ),
};

/** A search by words of the language, and a grid that arrows move through. */
export default function EmojiPanel({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useTexts('chat.emoji');
  const language = useLanguage();
  return (
    <EmojiPicker.Root
      className="flex h-80 w-fit flex-col"
      columns={COLUMNS}
      locale={language}
      resolveEmojiData={() => readEmoji(language, t)}
      onEmojiSelect={({ emoji: sign }) => onChoose(sign)}
    >
      <EmojiPicker.Search
        autoFocus
        aria-label={t('search')}
        placeholder={t('search')}
        className="m-2 mb-0 rounded-md border border-field-line bg-card px-2.5 py-1.5 placeholder:text-faint"
      />
      <EmojiPicker.Viewport className="flex-1 outline-none" aria-label={t('title')}>
        <EmojiPicker.Empty className="absolute inset-0 grid place-items-center text-soft">
          {t('none')}
        </EmojiPicker.Empty>
        <EmojiPicker.List aria-label={t('title')} className="pb-1.5 select-none" components={components} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}

async function readEmoji(locale: Language, t: Translate<'chat.emoji'>) {
  const groups = (await LOADS[`./${locale}.json`]?.()) ?? [];
  return {
    locale,
    skinTones: NO_TONES,
    categories: groups.map(({ slug }, index) => ({ index, label: t(slug) })),
    emojis: groups.flatMap(({ emojis }, category) =>
      emojis.map(([sign, label, words]) => ({ emoji: sign, label, tags: [words], category, version: 0 })),
    ),
  };
}
