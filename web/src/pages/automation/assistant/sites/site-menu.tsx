import { MoreHorizontal, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { useButtonAct } from '../../../../ui/use-button-act.ts';
import { knowledgeChanged } from '../queries.ts';
import type { Site } from './queries.ts';
import { SiteDialog } from './site-dialog.tsx';

/** What can be done with a site. */
export function SiteMenu({ site, onDeleted }: { site: Site; onDeleted?: () => void }) {
  const [t, all, ui] = [useTexts('assistant.sites'), useTexts('assistant.page'), useTexts('common.ui')];
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const refresh = useButtonAct(async () => {
    await call('POST /knowledge/sites/{id}/refresh', { id: site.id });
    await knowledgeChanged();
  });
  const close = () => setOpen(null);
  return (
    <div className="flex gap-1">
      <IconButton small label={t('refresh')} {...refresh} icon={RefreshCw} />
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
