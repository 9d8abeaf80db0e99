import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, History, MessageCircle, MoreHorizontal, Redo2, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { problemText } from '../../../../api/problem-text.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { readDefinition } from '../model/definition.ts';
import { differenceOf, isSame } from '../model/difference.ts';
import { type Flow, versionQuery } from '../queries.ts';
import type { PanelName } from './side-panel.tsx';
import type { Editor } from './use-editor.ts';

interface Props {
  flow: Flow;
  editor: Editor;
  panel: PanelName | null;
  setPanel: (panel: PanelName | null) => void;
  isPhone: boolean;
  asList: boolean;
  setAsList: (asList: boolean) => void;
  onJson: () => void;
}

/** Name, state, and what can be done with the flow. */
export function EditorHead(props: Props) {
  const t = useTexts('flows.editor');
  const { flow, editor, panel, setPanel } = props;
  const toggle = (name: PanelName) => setPanel(panel === name ? null : name);
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line bg-card px-3 py-2">
      <Button asChild kind="quiet" size="icon" aria-label={t('back')} title={t('back')}>
        <Link to="/automation/flows">
          <ArrowLeft aria-hidden />
        </Link>
      </Button>
      <h1 className="min-w-0 truncate font-semibold" title={editor.draft.name}>
        <bdi>{editor.draft.name}</bdi>
      </h1>
      <PublishedState flow={flow} editor={editor} />
      <SaveState editor={editor} />
      <div className="ml-auto flex flex-wrap items-center gap-1">
        <IconButton small label={t('undo')} disabled={!editor.canUndo} onClick={editor.undo} icon={Undo2} />
        <IconButton small label={t('redo')} disabled={!editor.canRedo} onClick={editor.redo} icon={Redo2} />
        <IconButton
          small
          label={t('versions')}
          aria-pressed={panel === 'versions'}
          onClick={() => toggle('versions')}
          icon={History}
        />
        <MoreMenu {...props} />
        <Button
          size="small"
          aria-pressed={panel === 'test'}
          onClick={() => toggle('test')}
          icon={MessageCircle}
        >
          <span className="max-sm:sr-only">{t('test')}</span>
        </Button>
        <Button
          size="small"
          disabled={!editor.isDirty}
          busy={editor.save.isPending}
          onClick={() => editor.save.mutate({})}
        >
          {t('save')}
        </Button>
        <Button size="small" kind="primary" onClick={() => setPanel('publish')}>
          {t('publish')}
        </Button>
      </div>
    </header>
  );
}

/** Whether customers meet the draft, or another one. */
function PublishedState({ flow: { published_version: version }, editor }: Pick<Props, 'flow' | 'editor'>) {
  const t = useTexts('flows.editor');
  const published = useQuery({ ...versionQuery(editor.id, version ?? 0), enabled: version !== null });
  const { definition } = editor.draft;
  const isChanged = useMemo(() => {
    const read = published.data && readDefinition(published.data.definition);
    return read ? !isSame(differenceOf(read, definition)) : false;
  }, [published.data, definition]);
  if (version === null) return <Badge>{t('draft')}</Badge>;
  return (
    <>
      <Badge tone="good">{t('published', { version: String(version) })}</Badge>
      {isChanged && <Badge tone="warn">{t('changedSince')}</Badge>}
    </>
  );
}

function SaveState({ editor }: { editor: Editor }) {
  const [t, language] = [useTexts('flows.editor'), useLanguage()];
  const { save, isDirty } = editor;
  if (save.isError && isDirty) {
    const problem = problemText(save.error, language);
    return (
      <span role="alert" className="min-w-0 max-w-72 truncate text-[13px] text-bad" title={problem}>
        {t('saveFailed', { problem })}
      </span>
    );
  }
  return (
    <span role="status" className={isDirty ? 'text-[13px] text-warn' : 'text-[13px] text-faint'}>
      {t(save.isPending ? 'saving' : isDirty ? 'unsaved' : 'saved')}
    </span>
  );
}

function MoreMenu({ setPanel, isPhone, asList, setAsList, onJson }: Props) {
  const t = useTexts('flows.editor');
  const trigger = <IconButton small label={t('more')} icon={MoreHorizontal} />;
  return (
    <Menu trigger={trigger}>
      {!isPhone && <MenuItem onSelect={() => setAsList(!asList)}>{t(asList ? 'canvas' : 'steps')}</MenuItem>}
      <MenuItem onSelect={() => setPanel('settings')}>{t('settings')}</MenuItem>
      <MenuItem onSelect={onJson}>{t('json')}</MenuItem>
    </Menu>
  );
}
