import { clsx } from 'clsx';
import { CircleAlert, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import type { Definition, FlowNode } from '../model/definition.ts';
import { outcomesOf } from '../model/edges.ts';
import { layOut } from '../model/layout.ts';
import { outcomeText, summaryOf, titleOf } from '../model/summary.ts';
import { NodeIcon } from './node-icon.tsx';
import type { Editor } from './use-editor.ts';

interface Props {
  editor: Editor;
  current: string | null;
  onAdd: () => void;
}

/** All steps one below the other, in the order of the flow: for phones and keyboards. */
export function StepList({ editor, current, onAdd }: Props) {
  const t = useTexts('flows.editor');
  const { definition } = editor.draft;
  const inOrder = useMemo(() => stepsInOrder(definition), [definition]);
  const bad = useMemo(() => new Set(editor.problems.map(({ node_id }) => node_id)), [editor.problems]);
  return (
    <div className="h-full overflow-y-auto p-3">
      <ol aria-label={t('steps')} className="mx-auto grid max-w-2xl gap-2">
        {inOrder.map((node) => (
          <Step
            key={node.id}
            node={node}
            nodes={definition.nodes}
            isBad={bad.has(node.id)}
            isChosen={editor.selected === node.id || current === node.id}
            onChoose={() => editor.select(node.id)}
          />
        ))}
        <li>
          <Button disabled={editor.isFull} onClick={onAdd} icon={Plus}>
            {t('addStep')}
          </Button>
        </li>
      </ol>
    </div>
  );
}

function stepsInOrder(definition: Definition): FlowNode[] {
  const places = layOut(definition);
  const of = ({ id }: FlowNode) => places.get(id) ?? { x: 0, y: 0 };
  return [...definition.nodes].sort((a, b) => of(a).x - of(b).x || of(a).y - of(b).y);
}

interface StepProps {
  node: FlowNode;
  nodes: readonly FlowNode[];
  isBad: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Step({ node, nodes, isBad, isChosen, onChoose }: StepProps) {
  const [t, language] = [useTexts('flows.nodes'), useLanguage()];
  const title = titleOf(node, language);
  const target = (to: string | null) => {
    const found = nodes.find(({ id }) => id === to);
    return found ? titleOf(found, language) : '?';
  };
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={clsx(
          'flex w-full items-start gap-3 rounded-lg border bg-card p-3 text-left hover:bg-hover',
          isChosen ? 'border-accent' : isBad ? 'border-bad' : 'border-line',
        )}
      >
        <NodeIcon type={node.type} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex items-center gap-1.5 font-medium">
            <bdi className="truncate">{title}</bdi>
            {title !== t(node.type) && <span className="shrink-0 text-xs text-faint">{t(node.type)}</span>}
            {isBad && <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden />}
          </span>
          <bdi className="line-clamp-2 text-[13px] text-soft">{summaryOf(node, language)}</bdi>
          {outcomesOf(node)
            .filter(({ to, isRequired }) => to !== null || isRequired)
            .map((outcome) => (
              <span key={outcome.path} className="truncate text-xs text-faint">
                {outcomeText(outcome, language)} → {target(outcome.to)}
              </span>
            ))}
        </span>
      </button>
    </li>
  );
}
