import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import type { FlowNode } from '../model/definition.ts';
import { type ChangedField, type Difference, isSame } from '../model/difference.ts';
import { fieldLabel } from '../model/field-label.ts';
import { summaryOf, titleOf } from '../model/summary.ts';

interface Props {
  difference: Difference;
  /** Shown when nothing differs. */
  empty: string;
}

/** What differs between two definitions, step by step, in words. */
export function DifferenceView({ difference, empty }: Props) {
  const t = useTexts('flows.versions');
  const { added, removed, changed, fields } = difference;
  if (isSame(difference)) return <p className="text-soft">{empty}</p>;
  return (
    <ul className="grid max-h-96 gap-2 overflow-y-auto">
      {added.map((node) => (
        <Whole key={node.id} node={node} tone="good" word={t('added')} />
      ))}
      {removed.map((node) => (
        <Whole key={node.id} node={node} tone="bad" word={t('removed')} />
      ))}
      {changed.map(({ node, fields: inner }) => (
        <Changed key={node.id} node={node} fields={inner} />
      ))}
      {fields.length > 0 && <Changed node={null} fields={fields} />}
    </ul>
  );
}

function Whole({ node, tone, word }: { node: FlowNode; tone: 'good' | 'bad'; word: string }) {
  const language = useLanguage();
  return (
    <li className="grid gap-0.5 rounded-md border border-line px-3 py-2">
      <span className="flex flex-wrap items-center gap-2 font-medium">
        <Badge tone={tone}>{word}</Badge>
        <bdi className="min-w-0 truncate">{titleOf(node, language)}</bdi>
      </span>
      <bdi className="line-clamp-2 text-[13px] text-soft">{summaryOf(node, language)}</bdi>
    </li>
  );
}

function Changed({ node, fields }: { node: FlowNode | null; fields: readonly ChangedField[] }) {
  const [t, language] = [useTexts('flows.versions'), useLanguage()];
  return (
    <li className="grid gap-1.5 rounded-md border border-line px-3 py-2">
      <span className="flex flex-wrap items-center gap-2 font-medium">
        <Badge tone="warn">{t('changed')}</Badge>
        <bdi className="min-w-0 truncate">{node ? titleOf(node, language) : t('flowItself')}</bdi>
      </span>
      <dl className="grid gap-1.5 text-[13px]">
        {fields.map((field) => (
          <div key={field.path} className="grid gap-0.5">
            <dt className="text-soft">{(node && fieldLabel(node, field.path, language)) || field.path}</dt>
            <dd className="grid gap-0.5 break-words whitespace-pre-wrap">
              {field.before !== undefined && (
                <del className="text-bad">
                  <bdi>{written(field.before)}</bdi>
                </del>
              )}
              {field.after !== undefined && (
                <ins className="text-good no-underline">
                  <bdi>{written(field.after)}</bdi>
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const MAX_SHOWN = 600;

function written(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
