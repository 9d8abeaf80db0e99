import { useTexts } from '../../../../texts/texts.ts';
import { notify } from '../../../../ui/toast.tsx';
import { FileDialog } from './file-dialog.tsx';
import { replaceRows, type Table } from './queries.ts';

/** Puts the rows of a new file in the place of all present rows. */
export function ReplaceDialog({ table: { id, rows }, onClose }: { table: Table; onClose: () => void }) {
  const [t, all] = [useTexts('assistant.tables'), useTexts('assistant.page')];
  return (
    <FileDialog
      title={t('replace')}
      lead={t('replaceLead')}
      action={t('replaceRows', { count: rows })}
      send={(text, isCheck) => replaceRows(id, text, isCheck)}
      onStored={() => notify(all('saved'))}
      onClose={onClose}
    />
  );
}
