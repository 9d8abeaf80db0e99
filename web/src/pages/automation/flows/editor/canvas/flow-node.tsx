import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { clsx } from 'clsx';
import { CircleAlert, Plus } from 'lucide-react';
import { memo } from 'react';
import { useLanguage } from '../../../../../texts/language.ts';
import { useTexts } from '../../../../../texts/texts.ts';
import type { FlowNode } from '../../model/definition.ts';
import { type Outcome, outcomesOf } from '../../model/edges.ts';
import type { Port } from '../../model/edits.ts';
import { NODE_WIDTH } from '../../model/layout.ts';
import { outcomeText, summaryOf, titleOf } from '../../model/summary.ts';
import { NodeIcon } from '../node-icon.tsx';

export type CanvasNode = Node<{
  node: FlowNode;
  /** Publishing refuses something of it. */
  isBad: boolean;
  /** The test chat is here. */
  isCurrent: boolean;
  onAdd: (port: Port) => void;
}>;

/** A node on the canvas: what it does, and a port for each way out. */
export const FlowNodeView = memo(function FlowNodeView({ data, selected }: NodeProps<CanvasNode>) {
  const [t, language] = [useTexts('flows.nodes'), useLanguage()];
  const { node, isBad, isCurrent, onAdd } = data;
  const title = titleOf(node, language);
  return (
    <article
      style={{ width: NODE_WIDTH }}
      className={clsx(
        'rounded-lg border bg-card text-left text-[13px] shadow-sm',
        isCurrent ? 'border-good ring-2 ring-good' : isBad ? 'border-bad' : 'border-line',
        selected && !isCurrent && 'border-accent ring-2 ring-accent',
      )}
    >
      {node.type !== 'start' && <Handle type="target" position={Position.Left} style={{ top: 26 }} />}
      <header className="flex items-center gap-2 px-3 pt-3">
        <NodeIcon type={node.type} />
        <span className="min-w-0 flex-1">
          <bdi className="block truncate font-medium" title={title}>
            {title}
          </bdi>
          {title !== t(node.type) && (
            <span className="block truncate text-xs text-faint">{t(node.type)}</span>
          )}
        </span>
        {isBad && <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden />}
      </header>
      <p className="mx-3 my-2 line-clamp-2 min-h-9 whitespace-pre-line text-soft">
        <bdi>{summaryOf(node, language)}</bdi>
      </p>
      {outcomesOf(node).map((outcome) => (
        <PortRow
          key={outcome.path}
          outcome={outcome}
          step={title}
          onAdd={() => onAdd({ from: node.id, path: outcome.path })}
        />
      ))}
    </article>
  );
});

function PortRow({ outcome, step, onAdd }: { outcome: Outcome; step: string; onAdd: () => void }) {
  const [t, language] = [useTexts('flows.editor'), useLanguage()];
  const way = outcomeText(outcome, language);
  const isOpen = outcome.to === null;
  return (
    <div className="relative flex h-7.5 items-center gap-1 border-t border-line pr-3 pl-3">
      <bdi
        className={clsx('flex-1 truncate text-right', isOpen && outcome.isRequired && 'text-warn')}
        title={way}
      >
        {way}
      </bdi>
      <button
        type="button"
        aria-label={t('addAt', { way, step })}
        title={t('addStep')}
        className="nodrag nopan grid size-5 place-items-center rounded text-faint hover:bg-hover hover:text-ink"
        onClick={(event) => {
          event.stopPropagation();
          onAdd();
        }}
      >
        <Plus className="size-3.5" aria-hidden />
      </button>
      <Handle type="source" id={outcome.path} position={Position.Right} />
    </div>
  );
}
