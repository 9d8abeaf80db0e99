import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { uploadKnowledgeTable } from '../../../../api/limits.ts';
import { asProblem } from '../../../../api/problem.ts';
import type { CsvFile } from '../../../../csv/csv-field.tsx';
import { useTexts } from '../../../../texts/texts.ts';
import { Choice, fieldProblem, Input } from '../../../../ui/field.tsx';
import { FileDialog } from './file-dialog.tsx';
import { uploadTable } from './queries.ts';

const { maxLength } = uploadKnowledgeTable.name;

/** Stores a file as a new table. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('assistant.tables');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [nameColumn, setNameColumn] = useState('');
  const choose = (file: CsvFile | null) => {
    setNameColumn('');
    if (file && name === '') setName(file.name.replace(/\.\w+$/, '').slice(0, maxLength));
  };
  return (
    <FileDialog
      title={t('add')}
      lead={t('addLead')}
      action={t('store')}
      send={(text, isCheck) =>
        uploadTable(text, { name: isCheck ? 'x' : name.trim() || t('defaultName'), nameColumn, isCheck })
      }
      on={nameColumn}
      onFile={choose}
      onStored={({ table }) => {
        if (!table) return;
        const params = { tableId: table.id };
        void navigate({ to: '/automation/assistant/tables/$tableId', params, ignoreBlocker: true });
      }}
      onClose={onClose}
    >
      {(file, problem) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label={t('name')}
            problem={fieldProblem(problem ? asProblem(problem) : null, 'name')}
            maxLength={maxLength}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Choice
            label={t('nameColumn')}
            hint={t('nameColumnHint')}
            value={nameColumn}
            options={[['', t('guessed')], ...headerOf(file).map((column) => [column, column] as const)]}
            onValue={setNameColumn}
          />
        </div>
      )}
    </FileDialog>
  );
}

const headerOf = ({ rows }: CsvFile) => [...new Set(rows[0]?.cells.map((cell) => cell.trim()))];
