import { escapeHtml } from '../../../../platform/lib/http/html.ts';
import { plainPage } from '../../../../platform/lib/http/plain-page.ts';
import type { ReaderLanguage } from '../../../../platform/lib/http/reader-language.ts';
import type { ShownWidget } from '../widget.ts';
import type { Assets } from './assets.ts';
import { type NotShown, WORDS } from './words.ts';

/**
 * Own files, and files of the business. Uploaded ones are blobs: reading them takes the token. `ancestors`: who may
 * frame the page; for a preview, this gateway.
 */
export function framePolicy(ancestors: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' https: data: blob:",
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ');
}

/** Says nothing of the widget: any web site may show it. */
export const NOT_SHOWN_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'";

export function notShownPage(language: ReaderLanguage, why: NotShown): string {
  return plainPage({ language, ...WORDS[language][why] });
}

/** What the page shows. */
export type FramedWidget = Pick<
  ShownWidget,
  | ('widget_uuid' | 'mode' | 'name' | 'greeting' | 'color' | 'theme')
  | ('language' | 'allowed_origins' | 'slug')
>;

/** Relative addresses for proxies with a path. No data in scripts. */
export function framePage(
  language: ReaderLanguage,
  widget: FramedWidget,
  { version, frame }: Pick<Assets, 'version' | 'frame'>,
): string {
  const assets = `./assets/${version}`;
  const linked = (rel: string, end: string) =>
    [...frame.keys()]
      .filter((path) => path.endsWith(end))
      .map((path) => `    <link rel="${rel}" href="${assets}/${path}">`);
  const data = {
    widget: widget.widget_uuid,
    mode: widget.mode,
    name: widget.name,
    greeting: widget.greeting,
    color: widget.color,
    origins: widget.allowed_origins.join(' '),
    link: `../l/${widget.slug}`,
  };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return `<!doctype html>
<html lang="${language}" data-theme="${widget.theme}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(widget.name)}</title>
${[...linked('stylesheet', '.css'), ...linked('modulepreload', '.js')].join('\n')}
    <script type="module" src="${assets}/main.js"></script>
  </head>
  <body${attributes.join('')}>
    <div id="root"></div>
  </body>
</html>
`;
}
