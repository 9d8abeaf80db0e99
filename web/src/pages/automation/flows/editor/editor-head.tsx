import { Link } from '@tanstack/react-router';
import { ArrowLeft, History, MessageCircle, MoreHorizontal, Redo2, Undo2 } from 'lucide-react';
import { problemText } from '../../../../api/problem-text.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import type { Flow } from '../queries.ts';
import type { PanelName } from './side-panel.tsx';
import { editorTexts } from './texts.ts';
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
  const t = useTexts(editorTexts);
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
      {flow.published_version === null ? (
        <Badge>{t('draft')}</Badge>
      ) : (
        <Badge tone="good">{t('published', { version: String(flow.published_version) })}</Badge>
      )}
      <SaveState editor={editor} />
      <div className="ml-auto flex flex-wrap items-center gap-1">
        <IconButton label={t('undo')} disabled={!editor.canUndo} onClick={editor.undo}>
          <Undo2 aria-hidden />
        </IconButton>
        <IconButton label={t('redo')} disabled={!editor.canRedo} onClick={editor.redo}>
          <Redo2 aria-hidden />
        </IconButton>
        <IconButton
          label={t('versions')}
          aria-pressed={panel === 'versions'}
          onClick={() => toggle('versions')}
        >
          <History aria-hidden />
        </IconButton>
        <MoreMenu {...props} />
        <Button size="small" aria-pressed={panel === 'test'} onClick={() => toggle('test')}>
          <MessageCircle aria-hidden />
          {t('test')}
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

function SaveState({ editor }: { editor: Editor }) {
  const [t, language] = [useTexts(editorTexts), useLanguage()];
  const { save, isDirty } = editor;
  if (save.isError && isDirty) {
    const problem = problemText(save.error, language);
    return (
      <span role="alert" className="min-w-0 truncate text-[13px] text-bad" title={problem}>
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
  const t = useTexts(editorTexts);
  const trigger = (
    <IconButton label={t('more')}>
      <MoreHorizontal aria-hidden />
    </IconButton>
  );
  return (
    <Menu trigger={trigger}>
      {!isPhone && <MenuItem onSelect={() => setAsList(!asList)}>{t(asList ? 'canvas' : 'steps')}</MenuItem>}
      <MenuItem onSelect={() => setPanel('settings')}>{t('settings')}</MenuItem>
      <MenuItem onSelect={onJson}>{t('json')}</MenuItem>
    </Menu>
  );
}
