import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Download, MoreHorizontal, Upload } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { gatewayPath } from '../../../../place.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { Head } from '../head.tsx';
import { knowledgeChanged } from '../queries.ts';
import { ColumnsForm } from './columns-form.tsx';
import { type Table, tableQuery } from './queries.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { RowsView } from './rows-view.tsx';

/** One table: whether it is used, what its columns mean, and its rows. */
export function TablePage() {
  const all = useTexts('assistant.page');
  const { tableId } = useParams({ from: '/app/automation/assistant/tables/$tableId' });
  const table = useQuery(tableQuery(tableId));
  return (
    <Loaded query={table}>
      {(found) => (
        <>
          <Head
            back={{ to: '/automation/assistant/tables', text: all('tables') }}
            title={<bdi>{found.name}</bdi>}
            actions={<Acts table={found} />}
          />
          <Use table={found} />
          <ColumnsForm key={found.updated_at} table={found} />
          <RowsView table={found} />
        </>
      )}
    </Loaded>
  );
}

/** A new table is not used until the owner has looked at its columns. */
function Use({ table: { id, enabled } }: { table: Table }) {
  const t = useTexts('assistant.tables');
  const set = useMutation({
    mutationFn: (next: boolean) => call('PATCH /knowledge/tables/{id}', { id, body: { enabled: next } }),
    onSuccess: () => knowledgeChanged(),
  });
  return (
    <div className="grid gap-2">
      <div
        className={clsx(
          'flex items-center gap-3 rounded-lg px-4 py-3',
          enabled ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn',
        )}
      >
        <Switch
          id="table-used"
          checked={enabled}
          disabled={set.isPending}
          onCheckedChange={(next) => set.mutate(next)}
        />
        <label htmlFor="table-used">{t(enabled ? 'isUsed' : 'isNotUsed')}</label>
      </div>
      <ProblemLine problem={set.error} />
    </div>
  );
}

function Acts({ table }: { table: Table }) {
  const [t, all, ui] = [useTexts('assistant.tables'), useTexts('assistant.page'), useTexts('common.ui')];
  const navigate = useNavigate();
  const [open, setOpen] = useState<'replace' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button asChild>
        <a href={gatewayPath(`/app/api/knowledge/tables/${table.id}/export`)} download>
          <Download aria-hidden />
          {t('export')}
        </a>
      </Button>
      <Button onClick={() => setOpen('replace')} icon={Upload}>
        {t('replace')}
      </Button>
      <Menu trigger={<IconButton label={ui('actions')} icon={MoreHorizontal} />}>
        <MenuItem danger onSelect={() => setOpen('delete')}>
          {all('delete')}
        </MenuItem>
      </Menu>
      {open === 'replace' && <ReplaceDialog table={table} onClose={close} />}
      <Confirm
        open={open === 'delete'}
        onClose={close}
        title={t('deleteTitle', { name: table.name })}
        lead={t('deleteLead')}
        action={all('delete')}
        run={async () => {
          await call('DELETE /knowledge/tables/{id}', { id: table.id });
          void navigate({ to: '/automation/assistant/tables', ignoreBlocker: true });
          void knowledgeChanged();
          notify(all('deleted'));
        }}
      />
    </>
  );
}
