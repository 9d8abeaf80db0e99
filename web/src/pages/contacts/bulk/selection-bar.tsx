import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { ContactSearch } from '../search.ts';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';
import { NONE, type Selection } from './selection.ts';

interface Props {
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** What the list finds, and how much of it is on the page. */
  total: number;
  shown: number;
  search: ContactSearch;
}

/** What can be done with the selected contacts. */
export function SelectionBar({ selection, onSelect, total, shown, search }: Props) {
  const t = useTexts('contacts.bulk');
  const [action, setAction] = useState<BulkAction | null>(null);
  const count = selection === 'all' ? total : selection.size;
  if (count === 0) return null;
  const mayTakeAll = selection !== 'all' && total > shown && selection.size >= shown;
  return (
    <div
      role="toolbar"
      aria-label={t('selection')}
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-card px-4 py-2.5"
    >
      <span className="mr-auto tabular-nums" role="status">
        {t(selection === 'all' ? 'allSelected' : 'selected', { count })}
      </span>
      {mayTakeAll && (
        <Button kind="link" onClick={() => onSelect('all')}>
          {t('selectAll', { count: total })}
        </Button>
      )}
      <Button kind="link" onClick={() => onSelect(NONE)}>
        {t('clear')}
      </Button>
      <Button size="small" onClick={() => setAction('tag')}>
        {t('tag')}
      </Button>
      <Button size="small" onClick={() => setAction('untag')}>
        {t('untag')}
      </Button>
      <Button size="small" kind="danger" onClick={() => setAction('delete')}>
        {t('delete')}
      </Button>
      {action && (
        <BulkDialog
          {...{ action, selection, search }}
          onClose={() => setAction(null)}
          onStarted={() => onSelect(NONE)}
        />
      )}
    </div>
  );
}
