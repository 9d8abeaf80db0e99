import { useMutation } from '@tanstack/react-query';
import { MoreHorizontal, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { notify, notifyProblem } from '../../../../ui/toast.tsx';
import { knowledgeChanged } from '../queries.ts';
import type { Site } from './queries.ts';
import { SiteDialog } from './site-dialog.tsx';

/** What can be done with a site. */
export function SiteMenu({ site, onDeleted }: { site: Site; onDeleted?: () => void }) {
  const [t, all, ui] = [useTexts('assistant.sites'), useTexts('assistant.page'), useTexts('common.ui')];
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const refresh = useMutation({
    mutationFn: () => call('POST /knowledge/sites/{id}/refresh', { id: site.id }),
    onSuccess: () => knowledgeChanged(),
    onError: notifyProblem,
  });
  const close = () => setOpen(null);
  return (
    <div className="flex gap-1">
      <IconButton
        small
        label={t('refresh')}
        busy={refresh.isPending}
        onClick={() => refresh.mutate()}
        icon={RefreshCw}
      />
      <Menu trigger={<IconButton small label={ui('actions')} icon={MoreHorizontal} />}>
        <MenuItem onSelect={() => setOpen('edit')}>{all('edit')}</MenuItem>
        <MenuItem danger onSelect={() => setOpen('delete')}>
          {all('delete')}
        </MenuItem>
      </Menu>
      {open === 'edit' && <SiteDialog site={site} onClose={close} />}
      <Confirm
        open={open === 'delete'}
        onClose={close}
        title={t('deleteTitle')}
        lead={t('deleteLead', { url: site.url })}
        action={all('delete')}
        run={async () => {
          await call('DELETE /knowledge/sites/{id}', { id: site.id });
          onDeleted?.();
          void knowledgeChanged();
          notify(all('deleted'));
        }}
      />
    </div>
  );
}
