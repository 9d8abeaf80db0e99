import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from './button.tsx';

interface Props {
  page: { current_page: number; last_page: number; total: number };
  onPage: (page: number) => void;
}

/** Steps through the pages of a list; nothing when one page has all. */
export function Pager({ page: { current_page, last_page }, onPage }: Props) {
  const t = useTexts('common.ui');
  if (last_page <= 1 && current_page <= 1) return null;
  return (
    <nav aria-label={t('pages')} className="flex items-center justify-end gap-2">
      <span className="text-soft tabular-nums">{t('pageOf', { page: current_page, last: last_page })}</span>
      <IconButton
        kind="plain"
        label={t('previousPage')}
        disabled={current_page <= 1}
        onClick={() => onPage(Math.min(current_page - 1, last_page))}
        icon={ChevronLeft}
      />
      <IconButton
        kind="plain"
        label={t('nextPage')}
        disabled={current_page >= last_page}
        onClick={() => onPage(current_page + 1)}
        icon={ChevronRight}
      />
    </nav>
  );
}
