/** Of users, customers and visitors. Portuguese is that of Brazil. */
export const READER_LANGUAGES = ['en', 'id', 'pt', 'es'] as const;
export type ReaderLanguage = (typeof READER_LANGUAGES)[number];

/** English by default. `in` is Indonesian's old code. */
export function readerLanguage(acceptLanguage: string | undefined): ReaderLanguage {
  let best: { language: ReaderLanguage; weight: number } = { language: 'en', weight: 0 };
  for (const range of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const [tag = '', parameter = ''] = range.split(';').map((part) => part.trim());
    const [code = ''] = tag.split('-');
    const language = READER_LANGUAGES.find((each) => each === (code === 'in' ? 'id' : code));
    const weight = parameter.startsWith('q=') ? Number.parseFloat(parameter.slice(2)) || 0 : 1;
    if (language && weight > best.weight) best = { language, weight };
  }
  return best.language;
}
