import { escapeHtml } from './html.ts';
import type { ReaderLanguage } from './reader-language.ts';

export interface PlainPage {
  language: ReaderLanguage;
  title: string;
  lead: string;
  /** HTML for the head. */
  head?: string;
  /** HTML below the lead. */
  main?: string;
}

/** One folder below the root; relative, for proxies. */
export function plainPage({ language, title, lead, head = '', main = '' }: PlainPage): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="../assets/kurir.css">${head}
  </head>
  <body>
    <main>
      <section class="hero">
        <h1>${escapeHtml(title)}</h1>
        <p class="lead">${escapeHtml(lead)}</p>
      </section>${main}
    </main>
  </body>
</html>
`;
}
