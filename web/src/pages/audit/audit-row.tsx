import { Link } from '@tanstack/react-router';
import type { Schema } from '../../api/schemas.ts';
import { useNames } from '../../queries/names.ts';
import { useFormat } from '../../texts/format.ts';
import { useLanguage } from '../../texts/language.ts';
import { useTexts } from '../../texts/texts.ts';
import { Td } from '../../ui/table.tsx';
import { actionText } from './action-text.ts';
import { useTarget } from './targets.ts';

const CHANGE =
  'mt-1 max-h-60 max-w-130 overflow-auto rounded bg-hover p-2 font-mono text-xs break-all whitespace-pre-wrap';

type Entry = Schema<'AuditEntry'>;

export function AuditRow({ entry }: { entry: Entry }) {
  const [t, format, language] = [useTexts('audit.page'), useFormat(), useLanguage()];
  const nameOf = useNames();
  const { at, actor, address, action, detail } = entry;
  const actorName = actor.id === null ? undefined : nameOf(actor.id);
  return (
    <tr className="align-top">
      <Td className="whitespace-nowrap text-soft tabular-nums">{format.full(at)}</Td>
      <Td className="min-w-48">
        <span title={action}>{actionText(action, language)}</span>
        {Object.keys(detail).length > 0 && (
          <details>
            <summary className="text-[13px] text-faint">{t('more')}</summary>
            <pre className={CHANGE}>{JSON.stringify(detail, null, 2)}</pre>
          </details>
        )}
      </Td>
      <Td className="max-w-56 min-w-36">
        <span className="block truncate" title={actorName ?? actor.id ?? ''}>
          <bdi>{actorName ?? actor.id ?? t(actor.type)}</bdi>
        </span>
        <span className="block text-[13px] text-faint">
          {[actor.id !== null && t(actor.type), address].filter(Boolean).join(' · ')}
        </span>
      </Td>
      <Td className="max-w-64 min-w-32">
        <Target entry={entry} />
      </Td>
    </tr>
  );
}

function Target({ entry: { action, target, detail } }: { entry: Entry }) {
  const { name, link } = useTarget(action, target);
  // What is gone had its name in the entry.
  const shown = name ?? [detail.name, detail.slug, detail.origin].find((each) => typeof each === 'string');
  if (shown === undefined)
    return (
      <code className="block truncate font-mono text-xs text-soft" title={target}>
        {target}
      </code>
    );
  const text = <bdi>{String(shown)}</bdi>;
  return link ? (
    <Link {...link} title={target} className="block truncate underline">
      {text}
    </Link>
  ) : (
    <span className="block truncate" title={target}>
      {text}
    </span>
  );
}
