import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark, EllipsisVertical, ListChecks, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { SaveInboxView } from '../../../api/limits.ts';
import { asProblem } from '../../../api/problem.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, fieldProblem, Input } from '../../../ui/field.tsx';
import { Menu, MenuItem, MenuLine, MenuTitle } from '../../../ui/menu.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { type InboxSearch, readSearch } from '../search.ts';
import { removeView, saveView, viewsQuery } from './saved-views.ts';

/** The selection, and the saved views. */
export function InboxMenu({ search, onSelect }: { search: InboxSearch; onSelect: () => void }) {
  const t = useTexts('inbox.page');
  const navigate = useNavigate();
  const isAdmin = useMay('admin');
  const views = useQuery(viewsQuery).data?.data ?? [];
  const [isNaming, setNaming] = useState(false);
  const [removed, setRemoved] = useState<(typeof views)[number] | null>(null);
  return (
    <>
      <Menu trigger={<IconButton small label={t('listMenu')} icon={EllipsisVertical} />}>
        <MenuItem onSelect={onSelect} icon={ListChecks}>
          {t('selectSome')}
        </MenuItem>
        <MenuLine />
        <MenuTitle>{t('savedViews')}</MenuTitle>
        {views.map(({ id, name, filter, is_shared }) => (
          <MenuItem
            key={id}
            onSelect={() => void navigate({ to: '.', search: readSearch(filter) })}
            icon={is_shared ? Users : Bookmark}
          >
            <bdi className="min-w-0 max-w-60 flex-1 truncate">{name}</bdi>
            {is_shared && <span className="sr-only">{t('sharedView')}</span>}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuLine />}
        <MenuItem onSelect={() => setNaming(true)}>{t('saveView')}</MenuItem>
        {views
          .filter(({ is_shared }) => isAdmin || !is_shared)
          .map((view) => (
            <MenuItem
              key={view.id}
              danger
              onSelect={() =>
                view.is_shared ? setRemoved(view) : void removeView(view.id).catch(notifyProblem)
              }
              icon={Trash2}
            >
              <span className="max-w-60 truncate">{t('removeView', { name: view.name })}</span>
            </MenuItem>
          ))}
      </Menu>
      <Confirm
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={t('removeView', { name: removed?.name ?? '' })}
        lead={t('removeSharedLead')}
        action={t('removeShared')}
        run={() => (removed ? removeView(removed.id) : Promise.resolve())}
      />
      {isNaming && <NameView search={search} mayShare={isAdmin} onClose={() => setNaming(false)} />}
    </>
  );
}

interface NameProps {
  search: InboxSearch;
  mayShare: boolean;
  onClose: () => void;
}

function NameView({ search, mayShare, onClose }: NameProps) {
  const t = useTexts('inbox.page');
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useMutation({ mutationFn: () => saveView(name, search, isShared), onSuccess: onClose });
  const isOff = name.trim() === '' || save.isPending;
  const problem = save.error ? asProblem(save.error) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={t('saveView')}
      lead={t('saveViewLead')}
      footer={
        <Button kind="primary" onClick={() => save.mutate()} disabled={isOff}>
          {t('saveView')}
        </Button>
      }
    >
      <Input
        label={t('viewName')}
        value={name}
        maxLength={SaveInboxView.name.maxLength}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !isOff && save.mutate()}
        problem={fieldProblem(problem, 'name')}
      />
      {mayShare && (
        <Checkbox
          label={t('shareView')}
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
      {problem?.fields.name === undefined && <ProblemLine problem={problem} />}
    </Dialog>
  );
}
