import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { ProblemLine } from './problem-line.tsx';

export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** Of the last attempt. */
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
}

/** The button below a list that comes in pages; nothing after the last page. */
export function ShowMore({ query }: { query: Pages }) {
  const t = useTexts('common.ui');
  if (!query.hasNextPage) return null;
  return (
    <div className="grid justify-items-center gap-2">
      <ProblemLine problem={query.isFetchNextPageError ? query.error : null} />
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  );
}
