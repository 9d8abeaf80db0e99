import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Group {
  slug: string;
  emojis: readonly { emoji: string; name: string; emoji_version: string }[];
}
type Words = Record<string, { default?: string[]; tts?: string[] }>;

/** Newer ones are empty boxes on phones and computers in use. */
const MAX_VERSION = 15;
const require = createRequire(import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(require.resolve(file), 'utf8'));

/** The emoji with their names and search words by group, as one file per language: their sources take 58 MB. */
export const renderEmoji = () =>
  Object.fromEntries(
    readdirSync('web/src/texts')
      .filter((file) => file.endsWith('.json'))
      .map((file) => [
        `web/src/pages/inbox/composer/emoji/${file}`,
        `${JSON.stringify(groupsOf(file.slice(0, -'.json'.length))).replaceAll('],[', '],\n[')}\n`,
      ]),
  );

function groupsOf(language: string) {
  const groups: Group[] = read('unicode-emoji-json/data-by-group.json');
  const { annotations } = read(`cldr-annotations-full/annotations/${language}/annotations.json`);
  const words: Words = annotations.annotations;
  return groups.map(({ slug, emojis }) => ({
    slug,
    emojis: emojis
      .filter(({ emoji_version }) => Number(emoji_version) <= MAX_VERSION)
      .map(({ emoji, name }) => {
        const { tts, default: tags = [] } = words[emoji.replaceAll('\uFE0F', '')] ?? {};
        return [emoji, tts?.[0] ?? name, tags.join(' ')];
      }),
  }));
}
