import { escapeHtml } from '../../lib/http/html.ts';
import type { ReaderLanguage } from '../../lib/http/reader-language.ts';
import { type Closed, WORDS } from './words.ts';

/** A page that says why the link leads nowhere. */
export function closedPage(language: ReaderLanguage, why: Closed): string {
  const { title, text } = WORDS[language][why];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="../assets/kurir.css">
  </head>
  <body>
    <main>
      <section class="hero">
        <h1>${escapeHtml(title)}</h1>
        <p class="lead">${escapeHtml(text)}</p>
      </section>
    </main>
  </body>
</html>
`;
}
