import { Panel, useReactFlow } from '@xyflow/react';
import { LayoutGrid, Maximize, Minus, Plus } from 'lucide-react';
import { useTexts } from '../../../../../texts/texts.ts';
import { IconButton } from '../../../../../ui/button.tsx';
import { withoutPositions } from '../../model/edits.ts';
import { readPosition } from '../../model/layout.ts';
import type { Editor } from '../use-editor.ts';

/** Zoom, the whole picture, and the automatic layout. */
export function CanvasTools({ editor }: { editor: Editor }) {
  const t = useTexts('flows.editor');
  const view = useReactFlow();
  const isPinned = editor.draft.definition.nodes.some(({ position }) => readPosition(position) !== null);
  return (
    <Panel position="bottom-right" className="mb-6 flex rounded-lg border border-line bg-card shadow-sm">
      <IconButton label={t('zoomOut')} onClick={() => void view.zoomOut()} icon={Minus} />
      <IconButton label={t('zoomIn')} onClick={() => void view.zoomIn()} icon={Plus} />
      <IconButton
        label={t('fit')}
        onClick={() => void view.fitView({ maxZoom: 1, padding: 0.1 })}
        icon={Maximize}
      />
      <IconButton
        label={t('tidy')}
        disabled={!isPinned}
        onClick={() => editor.editDefinition(withoutPositions)}
        icon={LayoutGrid}
      />
    </Panel>
  );
}
