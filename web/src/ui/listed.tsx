import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { type Pages, ShowMore } from './show-more.tsx';
import { type Loadable, Loaded } from './states.tsx';

interface Answer<Item> {
  data: readonly Item[];
}

interface Props<Item> {
  query: Loadable<Answer<Item>> | (Loadable<{ pages: readonly Answer<Item>[] }> & Pages);
  /** In place of an empty list, such as `Empty`. */
  none: ReactNode;
  /** The row of an item: an `li` with its key. */
  children: (item: Item) => ReactNode;
}

/** The resources of a page, one in a row, with the next ones at the end. */
export function Listed<Item>({ query, none, children }: Props<Item>) {
  return (
    <>
      <Loaded<Answer<Item> | { pages: readonly Answer<Item>[] }> query={query}>
        {(answer) => {
          const items = 'pages' in answer ? answer.pages.flatMap(({ data }) => data) : answer.data;
          if (items.length === 0) return <Card>{none}</Card>;
          return (
            <Card>
              <ul className="divide-y divide-line">{items.map(children)}</ul>
            </Card>
          );
        }}
      </Loaded>
      {'hasNextPage' in query && <ShowMore query={query} />}
    </>
  );
}
