import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

interface Page {
  next_cursor: string | null;
}

/** A list that comes in pages. `read` takes the cursor of a page, which is empty for the first one. */
export const pagesQuery = <Answer extends Page>(
  queryKey: QueryKey,
  read: (cursor: string) => Promise<Answer>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam }) => read(pageParam),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** All entries of such a list, for lists with a known end. */
export async function readAll<Entry>(
  read: (cursor: string) => Promise<Page & { data: Entry[] }>,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof read>> = await read(cursor);
    entries.push(...page.data);
    cursor = page.next_cursor;
  }
  return entries;
}
