export const READER_LANGUAGES = ['en', 'id'] as const;
export type ReaderLanguage = (typeof READER_LANGUAGES)[number];

/** English by default. `in` is Indonesian's old code. */
export function readerLanguage(acceptLanguage: string | undefined): ReaderLanguage {
  let best: { language: ReaderLanguage; weight: number } = { language: 'en', weight: 0 };
  for (const range of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const [tag = '', parameter = ''] = range.split(';').map((part) => part.trim());
    const language = { en: 'en', id: 'id', in: 'id' }[tag.split('-')[0] ?? ''];
    const weight = parameter.startsWith('q=') ? Number.parseFloat(parameter.slice(2)) || 0 : 1;
    if ((language === 'en' || language === 'id') && weight > best.weight) best = { language, weight };
  }
  return best.language;
}
