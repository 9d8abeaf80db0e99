import { escapeHtml } from '../../../platform/lib/http/html.ts';

/** Files of the gateway itself, and nothing inline. */
export const SITE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Beside the files of all pages. */
const OWN_FILE = {
  start: (root: string) => `<script src="${root}assets/state.js" defer></script>`,
  guides: (root: string) => `<link rel="stylesheet" href="${root}assets/guides.css">`,
} as const;

export interface Frame {
  language: string;
  title: string;
  /** From the page to the root: relative addresses also work under the path of a proxy. */
  root: './' | '../';
  guides: string;
  reference: string;
  /** Null: the gateway has none. */
  dashboard: string | null;
  current: keyof typeof OWN_FILE;
  /** HTML. */
  main: string;
}

export function framed(frame: Frame): string {
  const { language, title, root, guides, reference, dashboard, current, main } = frame;
  const mark = current === 'guides' ? ' aria-current="true"' : '';
  const dashboardLink =
    dashboard === null ? '' : `\n        <a href="${root}app/">${escapeHtml(dashboard)}</a>`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="${root}assets/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${root}assets/kurir.css">
    ${OWN_FILE[current](root)}
  </head>
  <body>
    <header class="top">
      <a class="brand" href="${root}start"><img src="${root}assets/icon.svg" alt="">Kurir</a>
      <nav>
        <a href="${root}guides/"${mark}>${escapeHtml(guides)}</a>
        <a href="${root}docs">${escapeHtml(reference)}</a>${dashboardLink}
      </nav>
    </header>
    <main>
${main}
    </main>
  </body>
</html>
`;
}
