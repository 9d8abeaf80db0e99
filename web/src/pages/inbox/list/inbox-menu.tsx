import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AtSign, Bookmark, EllipsisVertical, ListChecks, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../session/session.ts';
import { canNotify, setNotices, useNotices } from '../../../shell/desktop-notices.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input } from '../../../ui/field.tsx';
import { Menu, MenuCheck, MenuItem, MenuLine, MenuTitle } from '../../../ui/menu.tsx';
import { MentionsDialog } from '../mentions/mentions-dialog.tsx';
import { mentionsQuery } from '../queries.ts';
import type { InboxSearch } from '../search.ts';
import { MAX_SAVED, saveView, useSavedViews } from './saved-views.ts';

/** The own views of the user. */
export function InboxMenu({ search, onSelect }: { search: InboxSearch; onSelect: () => void }) {
  const [t, m] = [useTexts('inbox.page'), useTexts('inbox.mentions')];
  const me = useMe();
  const navigate = useNavigate();
  const saved = useSavedViews(me.id);
  const [dialog, setDialog] = useState<'name' | 'mentions' | null>(null);
  const mentions = useQuery(mentionsQuery).data?.data.length ?? 0;
  useShortcut('m', m('keyMentions'), () => setDialog('mentions'));
  const mentionsText = (count: number) => (count > 0 ? m('mentionsCount', { count }) : m('mentions'));
  const trigger = (
    <IconButton
      small
      label={mentions > 0 ? `${t('savedViews')}, ${mentionsText(mentions)}` : t('savedViews')}
    >
      {mentions > 0 ? <AtSign aria-hidden className="text-warn" /> : <EllipsisVertical aria-hidden />}
    </IconButton>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => setDialog('mentions')} icon={AtSign}>
          {mentionsText(mentions)}
        </MenuItem>
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
        <MenuItem disabled={saved.length >= MAX_SAVED} onSelect={() => setDialog('name')}>
          {t('saveView')}
        </MenuItem>
        {saved.map(({ name }) => (
          <MenuItem key={name} danger onSelect={() => saveView(me.id, name, null)} icon={Trash2}>
            <span className="max-w-60 truncate">{t('removeView', { name })}</span>
          </MenuItem>
        ))}
        <NoticeItems />
      </Menu>
      {dialog === 'name' && <NameView search={search} onClose={() => setDialog(null)} />}
      {dialog === 'mentions' && <MentionsDialog search={search} onClose={() => setDialog(null)} />}
    </>
  );
}

/** The browser asks for its permission only after this click. */
function NoticeItems() {
  const t = useTexts('inbox.page');
  const { isOn, hasSound } = useNotices();
  if (!canNotify()) return null;
  return (
    <>
      <MenuLine />
      <MenuCheck checked={isOn} onSelect={() => void setNotices({ isOn: !isOn, hasSound })}>
        {t('notices')}
      </MenuCheck>
      {isOn && (
        <MenuCheck checked={hasSound} onSelect={() => void setNotices({ isOn, hasSound: !hasSound })}>
          {t('noticeSound')}
        </MenuCheck>
      )}
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
