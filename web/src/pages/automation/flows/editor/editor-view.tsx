import { lazy, Suspense, useCallback, useState } from 'react';
import { useShortcut } from '../../../../shell/keyboard.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { LeaveGuard } from '../../../../ui/leave-guard.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { useTitle } from '../../../../ui/title.ts';
import type { Definition, NodeType } from '../model/definition.ts';
import { outcomesOf } from '../model/edges.ts';
import type { Port } from '../model/edits.ts';
import type { Flow } from '../queries.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorHead } from './editor-head.tsx';
import { JsonDialog } from './json-dialog.tsx';
import { NodePicker, Palette } from './palette.tsx';
import { type PanelName, SidePanel } from './side-panel.tsx';
import { StepList } from './step-list.tsx';
import { type Editor, useEditor } from './use-editor.ts';
import { useIsPhone } from './use-is-phone.ts';

const Canvas = lazy(() => import('./canvas/canvas.tsx'));

/** The canvas, or on a phone the list of steps, with the form of the chosen step beside it. */
export function EditorView({ flow, definition }: { flow: Flow; definition: Definition }) {
  const editor = useEditor(flow, definition);
  const isPhone = useIsPhone();
  const [asList, setAsList] = useState(false);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [isJson, setJson] = useState(false);
  /** Null: no picker; otherwise the port of the new node, or `free`. */
  const [adding, setAdding] = useState<Port | 'free' | null>(null);
  const onAdd = useCallback((port: Port) => setAdding(port), []);
  useTitle(editor.draft.name);
  useEditorKeys(editor);
  const { current, reveal, show, follow } = useShown();
  const goTo = (id: string) => {
    setPanel(null);
    editor.select(id);
    show(id);
  };
  const add = (type: NodeType) => {
    editor.add(type, adding === 'free' || adding === null ? freePort(editor) : adding);
    setAdding(null);
  };
  const isList = isPhone || asList;
  return (
    <div className="flex h-full flex-col">
      <EditorHead
        {...{ flow, editor, panel, setPanel, isPhone, asList, setAsList }}
        onJson={() => setJson(true)}
      />
      <div className="relative flex min-h-0 flex-1">
        {!isList && <Palette isFull={editor.isFull} onAdd={(type) => editor.add(type, freePort(editor))} />}
        <div className="min-w-0 flex-1">
          {isList ? (
            <StepList editor={editor} current={current} onAdd={() => setAdding('free')} />
          ) : (
            <Suspense fallback={<Skeleton className="p-6" />}>
              <Canvas {...{ editor, current, reveal, onAdd }} />
            </Suspense>
          )}
        </div>
        <SidePanel {...{ editor, panel, setPanel, onAdd, goTo, follow }} />
      </div>
      {adding !== null && <NodePicker onPick={add} onClose={() => setAdding(null)} />}
      {isJson && (
        <JsonDialog
          definition={editor.draft.definition}
          onApply={(next) => editor.editDefinition(() => next)}
          onClose={() => setJson(false)}
        />
      )}
      {editor.conflict && <ConflictDialog editor={editor} conflict={editor.conflict} />}
      <LeaveGuard when={() => editor.isDirty} />
    </div>
  );
}

/** The step where a test chat is, and the one that the canvas brings into view. */
function useShown() {
  const [current, setCurrent] = useState<string | null>(null);
  const [reveal, setReveal] = useState<{ id: string; n: number } | null>(null);
  const show = (id: string) => setReveal((last) => ({ id, n: (last?.n ?? 0) + 1 }));
  const follow = (id: string | null) => {
    setCurrent(id);
    if (id !== null) show(id);
  };
  return { current, reveal, show, follow };
}

/** The first way of the chosen node that leads nowhere. */
function freePort({ draft, selected }: Editor): Port | null {
  const node = draft.definition.nodes.find(({ id }) => id === selected);
  const way = node && outcomesOf(node).find(({ to, isRequired }) => to === null && isRequired);
  return node && way ? { from: node.id, path: way.path } : null;
}

function useEditorKeys(editor: Editor): void {
  const t = useTexts('flows.editor');
  const { isDirty, save } = editor;
  useShortcut('mod+s', t('save'), () => isDirty && !save.isPending && save.mutate({}), { inFields: true });
  useShortcut('mod+z', t('undo'), ({ shiftKey }) => (shiftKey ? editor.redo() : editor.undo()));
  useShortcut('mod+y', t('redo'), () => editor.redo());
}
