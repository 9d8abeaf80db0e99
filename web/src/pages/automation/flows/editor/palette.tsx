import { useTexts } from '../../../../texts/texts.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import type { NodeType } from '../model/definition.ts';
import { GROUPS, NodeIcon } from './node-icon.tsx';

/** What the palette puts on a drag. */
export const DRAGGED = 'application/x-kurir-node';

/** All kinds of nodes beside the canvas. */
export function Palette({ onAdd, isFull }: { onAdd: (type: NodeType) => void; isFull: boolean }) {
  const [t, nodes] = [useTexts('flows.editor'), useTexts('flows.nodes')];
  return (
    <nav
      aria-label={t('palette')}
      className="hidden w-52 shrink-0 content-start gap-3 overflow-y-auto border-r border-line bg-card p-3 lg:grid"
    >
      <p className="text-xs text-faint">{t(isFull ? 'full' : 'paletteHint')}</p>
      {GROUPS.map(([group, types]) => (
        <div key={group} className="grid gap-0.5">
          <h2 className="px-1 text-xs font-medium text-faint">{nodes(`group_${group}`)}</h2>
          {types.map((type) => (
            <button
              key={type}
              type="button"
              draggable={!isFull}
              disabled={isFull}
              title={nodes(`${type}Help`)}
              onDragStart={(event) => event.dataTransfer.setData(DRAGGED, type)}
              onClick={() => onAdd(type)}
              className="flex items-center gap-2 rounded-md p-1 text-left text-[13px] hover:bg-hover
                disabled:opacity-50"
            >
              <NodeIcon type={type} />
              {nodes(type)}
            </button>
          ))}
        </div>
      ))}
    </nav>
  );
}

interface PickerProps {
  onPick: (type: NodeType) => void;
  onClose: () => void;
}

/** The same with a sentence for each, where there is no palette. */
export function NodePicker({ onPick, onClose }: PickerProps) {
  const [t, nodes] = [useTexts('flows.editor'), useTexts('flows.nodes')];
  return (
    <Dialog open onClose={onClose} width="wide" title={t('addTitle')}>
      <div className="grid gap-4 sm:grid-cols-2">
        {GROUPS.map(([group, types]) => (
          <section key={group} className="grid content-start gap-1">
            <h3 className="text-xs font-medium text-faint">{nodes(`group_${group}`)}</h3>
            {types.map((type) => (
              <button
                key={type}
                type="button"
                onClick={() => onPick(type)}
                className="flex items-start gap-2.5 rounded-md p-1.5 text-left hover:bg-hover"
              >
                <NodeIcon type={type} />
                <span className="grid">
                  <span className="font-medium">{nodes(type)}</span>
                  <span className="text-[13px] text-soft">{nodes(`${type}Help`)}</span>
                </span>
              </button>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
