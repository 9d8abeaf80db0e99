/** What the address of the list says. */
export interface ContactSearch {
  q?: string;
  tag?: string;
  /** Conditions on own fields. */
  fields?: string;
  consent?: 'opted_out' | 'not_opted_out';
  active_days?: number;
  silent_days?: number;
  /** In place of all other conditions. */
  segment?: string;
  page?: number;
}

const textOf = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));
const countOf = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : undefined;

/** Reads the address of the list. A number in `q` comes as a number. */
export function contactSearch(given: Record<string, unknown>): ContactSearch {
  const { q, tag, fields, consent, active_days, silent_days, segment, page } = given;
  const [text, tagText, conditions] = [textOf(q), textOf(tag), textOf(fields)];
  const [active, silent, chosen] = [countOf(active_days), countOf(silent_days), textOf(segment)];
  return {
    ...(text !== undefined && { q: text }),
    ...(tagText !== undefined && { tag: tagText }),
    ...(conditions !== undefined && { fields: conditions }),
    ...((consent === 'opted_out' || consent === 'not_opted_out') && { consent }),
    ...(active !== undefined && { active_days: active }),
    ...(silent !== undefined && { silent_days: silent }),
    ...(chosen !== undefined && { segment: chosen }),
    ...(Number(page) > 1 && countOf(page) !== undefined && { page: Number(page) }),
  };
}
