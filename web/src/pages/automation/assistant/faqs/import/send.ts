import { api, ok } from '../../../../../api/client.ts';
import type { Schema } from '../../../../../api/schemas.ts';
import type { Language } from '../../../../../texts/translate.ts';

interface Options {
  mode: 'add' | 'replace';
  language: '' | Language;
  /** Reports what the import would do, and changes nothing. */
  isCheck: boolean;
}

/** Imports FAQ pairs from a CSV text with a header. */
export const importFaqs = (
  csv: string,
  { mode, language, isCheck }: Options,
): Promise<Schema<'FaqImportReport'>> =>
  ok(
    api.POST('/app/api/knowledge/faqs/import', {
      params: { query: { mode, dry_run: isCheck ? 'true' : 'false', ...(language !== '' && { language }) } },
      headers: { 'content-type': 'text/csv' },
      body: csv,
      bodySerializer: (text) => text,
    }),
  );
