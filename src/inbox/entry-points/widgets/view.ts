import { escapeHtml } from '../../../platform/lib/http/html.ts';
import { linkUrl } from '../view.ts';
import type { Widget, WidgetSnippet } from './schema.ts';
import type { WidgetRow } from './store.ts';

/** `base`: where people open this gateway. */
export function viewWidget(row: WidgetRow, base: string): Widget {
  const { entry_point_uuid: id, name, device_uuid, mode, allowed_origins, theme, color } = row;
  const { language, greeting, text, enabled, identity_required } = row;
  return {
    id,
    name,
    device_uuid,
    mode,
    allowed_origins: [...allowed_origins],
    theme,
    color,
    language,
    greeting,
    text,
    enabled,
    identity_required,
    url: linkUrl(base, row.slug),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Colour and language are in it, so that the button looks right before any request. */
export function viewSnippet(
  { entry_point_uuid, color, language }: Pick<WidgetRow, 'entry_point_uuid' | 'color' | 'language'>,
  base: string,
): WidgetSnippet {
  const root = base.replace(/\/+$/, '');
  const attributes = [
    'async',
    `src="${escapeHtml(`${root}/w.js`)}"`,
    `data-widget="${entry_point_uuid}"`,
    `data-color="${color}"`,
    ...(language === null ? [] : [`data-language="${language}"`]),
  ];
  return {
    html: `<script ${attributes.join(' ')}></script>`,
    csp: { 'script-src': `${root}/w.js`, 'frame-src': `${root}/w/` },
  };
}
