import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../../../texts/texts.ts';
import { Card } from '../../../../ui/card.tsx';
import { notifyProblem } from '../../../../ui/toast.tsx';
import type { Draft } from '../draft.ts';
import { inOrder, moved } from '../order.ts';
import { orderRules } from '../queries.ts';
import type { Rule } from '../rule.ts';
import { RuleRow } from './rule-row.tsx';

const KINDS = ['greeting', 'keyword', 'away'] as const;

interface Props {
  rules: readonly Rule[];
  onEdit: (draft: Draft) => void;
}

/** The rules of each kind, in the order in which they are asked. */
export function RuleList({ rules, onEdit }: Props) {
  return KINDS.map((kind) => (
    <Group
      key={kind}
      kind={kind}
      rules={inOrder(rules.filter((rule) => rule.kind === kind))}
      onEdit={onEdit}
    />
  ));
}

function Group({ kind, rules, onEdit }: Props & { kind: Rule['kind'] }) {
  const t = useTexts('rules.page');
  const order = useMutation({
    mutationFn: ({ id, step }: { id: string; step: -1 | 1 }) => orderRules(moved(rules, id, step)),
    onError: notifyProblem,
  });
  if (rules.length === 0) return null;
  return (
    <section aria-labelledby={`rules-${kind}`} className="grid gap-2">
      <header>
        <h2 id={`rules-${kind}`} className="font-semibold">
          {t(kind)}
        </h2>
        <p className="text-[13px] text-soft">{t(`${kind}Lead`)}</p>
      </header>
      <Card>
        <ol className="divide-y divide-line">
          {rules.map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              isBusy={order.isPending}
              canMove={(step) => moved(rules, rule.id, step).length > 0}
              onMove={(step) => order.mutate({ id: rule.id, step })}
              onEdit={onEdit}
            />
          ))}
        </ol>
      </Card>
    </section>
  );
}
