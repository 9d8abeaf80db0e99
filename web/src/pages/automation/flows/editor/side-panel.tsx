import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { TestPanel } from '../chat/test-panel.tsx';
import type { Port } from '../model/edits.ts';
import { PublishPanel } from '../publish/publish-panel.tsx';
import { VersionsPanel } from '../versions/versions-panel.tsx';
import { NodePanel } from './node-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import type { Editor } from './use-editor.ts';

/** Without one of them, the form of the chosen node shows. */
export type PanelName = 'settings' | 'publish' | 'test' | 'versions';

interface Props {
  editor: Editor;
  panel: PanelName | null;
  setPanel: (panel: PanelName | null) => void;
  onAdd: (port: Port) => void;
  /** Opens the form of a node and shows it on the canvas. */
  goTo: (id: string) => void;
  /** Shows where the test chat is. */
  follow: (id: string | null) => void;
}

/** What is beside the canvas; on a phone it covers the steps. */
export function SidePanel(props: Props) {
  const { editor, panel, setPanel, onAdd } = props;
  const node = editor.draft.definition.nodes.find(({ id }) => id === editor.selected);
  if (panel !== null)
    return (
      <Frame onClose={() => setPanel(null)}>
        <Named {...props} panel={panel} />
      </Frame>
    );
  if (!node) return null;
  return (
    <Frame onClose={() => editor.select(null)}>
      <NodePanel key={node.id} editor={editor} node={node} onAdd={onAdd} />
    </Frame>
  );
}

function Named({ editor, panel, setPanel, goTo, follow }: Props & { panel: PanelName }) {
  switch (panel) {
    case 'settings':
      return <SettingsPanel editor={editor} />;
    case 'publish':
      return <PublishPanel editor={editor} goTo={goTo} onDone={() => setPanel(null)} />;
    case 'versions':
      return <VersionsPanel id={editor.id} draft={editor.draft.definition} />;
    case 'test':
      return (
        <TestPanel
          editor={editor}
          goTo={(id) => editor.select(id)}
          follow={follow}
          onProblems={() => setPanel('publish')}
        />
      );
    default:
      return panel satisfies never;
  }
}

function Frame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useTexts('flows.editor');
  return (
    <aside
      className="absolute inset-0 z-10 grid content-start overflow-y-auto bg-card p-4 md:static md:w-90 md:shrink-0
        md:border-l md:border-line"
    >
      <div className="-mt-1 -mr-1 flex justify-end">
        <IconButton small label={t('closePanel')} onClick={onClose} icon={X} />
      </div>
      {children}
    </aside>
  );
}
