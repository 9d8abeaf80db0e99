import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';

export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The button below a list that comes in pages; nothing after the last page. */
export function ShowMore({ query }: { query: Pages }) {
  const t = useTexts('common.ui');
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  );
}
