import { useNavigate } from '@tanstack/react-router';
import { Bookmark, EllipsisVertical, ListChecks, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input } from '../../../ui/field.tsx';
import { Menu, MenuItem, MenuLine, MenuTitle } from '../../../ui/menu.tsx';
import type { InboxSearch } from '../search.ts';
import { MAX_SAVED, saveView, useSavedViews } from './saved-views.ts';

/** The own views of the user. */
export function InboxMenu({ search, onSelect }: { search: InboxSearch; onSelect: () => void }) {
  const t = useTexts('inbox.page');
  const me = useMe();
  const navigate = useNavigate();
  const saved = useSavedViews(me.id);
  const [isNaming, setNaming] = useState(false);
  const trigger = <IconButton small label={t('savedViews')} icon={EllipsisVertical} />;
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={onSelect} icon={ListChecks}>
          {t('selectSome')}
        </MenuItem>
        <MenuLine />
        <MenuTitle>{t('savedViews')}</MenuTitle>
        {saved.map((view) => (
          <MenuItem
            key={view.name}
            onSelect={() => void navigate({ to: '.', search: view.search })}
            icon={Bookmark}
          >
            <bdi className="min-w-0 max-w-60 flex-1 truncate">{view.name}</bdi>
          </MenuItem>
        ))}
        {saved.length > 0 && <MenuLine />}
        <MenuItem disabled={saved.length >= MAX_SAVED} onSelect={() => setNaming(true)}>
          {t('saveView')}
        </MenuItem>
        {saved.map(({ name }) => (
          <MenuItem key={name} danger onSelect={() => saveView(me.id, name, null)} icon={Trash2}>
            <span className="max-w-60 truncate">{t('removeView', { name })}</span>
          </MenuItem>
        ))}
      </Menu>
      {isNaming && <NameView search={search} onClose={() => setNaming(false)} />}
    </>
  );
}

function NameView({ search, onClose }: { search: InboxSearch; onClose: () => void }) {
  const t = useTexts('inbox.page');
  const me = useMe();
  const [name, setName] = useState('');
  const save = () => {
    if (name.trim() === '') return;
    saveView(me.id, name.trim(), search);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={t('saveView')}
      lead={t('saveViewLead')}
      footer={
        <Button kind="primary" onClick={save} disabled={name.trim() === ''}>
          {t('saveView')}
        </Button>
      }
    >
      <Input
        label={t('viewName')}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </Dialog>
  );
}
