import { Link } from '@tanstack/react-router';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { useButtonAct } from '../../../../ui/use-button-act.ts';
import { knowledgeChanged } from '../queries.ts';
import type { Document } from './queries.ts';
import { RenameDialog } from './rename-dialog.tsx';

export const TONES: Record<Document['state'], Tone> = {
  waiting: 'neutral',
  reading: 'accent',
  ready: 'good',
  failed: 'bad',
};

/** One document of the list, with how far it is read and what could not be read. */
export function DocumentRow({ document }: { document: Document }) {
  const [t, all, format] = [useTexts('assistant.documents'), useTexts('assistant.page'), useFormat()];
  const { id, title, state, problem, enabled, format: kind, size, passages, url } = document;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to="/automation/assistant/documents/$documentId"
            params={{ documentId: id }}
            className="min-w-0 truncate font-medium hover:underline"
            title={title}
          >
            <bdi>{title}</bdi>
          </Link>
          {(state !== 'ready' || problem) && (
            <Badge tone={problem && state === 'ready' ? 'warn' : TONES[state]}>
              {t(problem && state === 'ready' ? 'partly' : state)}
            </Badge>
          )}
          {!enabled && <Badge tone="warn">{all('notUsed')}</Badge>}
        </div>
        <p className="truncate text-[13px] text-faint" title={url ?? undefined}>
          {kind.toUpperCase()} · {t('fileSize', { size: format.bytes(size) })} ·{' '}
          {t('passages', { count: passages })}
          {url && (
            <>
              {' · '}
              <bdi>{url}</bdi>
            </>
          )}
        </p>
        {problem && <p className="text-[13px] text-bad">{t(problem)}</p>}
      </div>
      <DocumentMenu document={document} />
    </li>
  );
}

/** What can be done with a document. */
export function DocumentMenu({ document, onDeleted }: { document: Document; onDeleted?: () => void }) {
  const [t, all, ui] = [useTexts('assistant.documents'), useTexts('assistant.page'), useTexts('common.ui')];
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const use = useButtonAct(async () => {
    await call('PATCH /knowledge/documents/{id}', { id: document.id, body: { enabled: !document.enabled } });
    await knowledgeChanged();
  });
  const close = () => setOpen(null);
  return (
    <>
      <Menu trigger={<IconButton small label={ui('actions')} icon={MoreHorizontal} />}>
        <MenuItem onSelect={() => setOpen('rename')}>{t('rename')}</MenuItem>
        <MenuItem onSelect={use.onClick}>{t(document.enabled ? 'stopUsing' : 'startUsing')}</MenuItem>
        <MenuItem danger onSelect={() => setOpen('delete')}>
          {all('delete')}
        </MenuItem>
      </Menu>
      {open === 'rename' && <RenameDialog document={document} onClose={close} />}
      <Confirm
        open={open === 'delete'}
        onClose={close}
        title={t('deleteTitle', { title: document.title })}
        lead={t('deleteLead')}
        action={all('delete')}
        run={async () => {
          await call('DELETE /knowledge/documents/{id}', { id: document.id });
          onDeleted?.();
          void knowledgeChanged();
          notify(all('deleted'));
        }}
      />
    </>
  );
}
