import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Schema } from '../api/schemas.ts';

const PAGE = 200;
/** An account with more tags types their names. */
const MAX_TAGS = 1_000;

/** The tags of contacts that have contacts, by name. */
export const tagsQuery = queryOptions({
  queryKey: ['contacts', 'tags'],
  queryFn: async () => {
    const tags: Schema<'ContactTag'>[] = [];
    for (let cursor: string | undefined; tags.length < MAX_TAGS; ) {
      const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const { data, next_cursor } = await call('GET /contacts/tags', { query });
      tags.push(...data.filter(({ contacts }) => contacts > 0));
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    return tags.sort((a, b) => a.name.localeCompare(b.name));
  },
});
