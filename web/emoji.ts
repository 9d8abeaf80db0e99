import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

interface Group {
  slug: string;
  emojis: readonly { emoji: string; name: string; emoji_version: string }[];
}
type Words = Record<string, { default?: string[]; tts?: string[] }>;

const VIRTUAL = 'virtual:emoji';
/** Newer ones are empty boxes on phones and computers in use. */
const MAX_VERSION = 15;
const require = createRequire(import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(require.resolve(file), 'utf8'));

/** The emoji with their names and search words, by group: one module per language. */
export const emoji = (languages: readonly string[]): Plugin => ({
  name: 'kurir:emoji',
  resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${VIRTUAL}`)) return null;
    const [, language] = id.split('/');
    if (language !== undefined) return `export default ${JSON.stringify(groupsOf(language))}`;
    return `export default { ${languages.map((each) => `${each}: () => import('${VIRTUAL}/${each}')`)} }`;
  },
});

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
