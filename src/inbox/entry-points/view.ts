import type { EntryPoint } from './schema.ts';
import type { LinkRow } from './store.ts';

/** `base`: where people open this gateway. */
export function viewLink(row: LinkRow, base: string): EntryPoint {
  const { entry_point_uuid: id, name, slug, device_uuid, text, code, enabled, has_logo } = row;
  return {
    id,
    name,
    slug,
    url: linkUrl(base, slug),
    device_uuid,
    text,
    code,
    enabled,
    has_logo,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The address of a link. */
export const linkUrl = (base: string, slug: string): string => `${base.replace(/\/+$/, '')}/l/${slug}`;
