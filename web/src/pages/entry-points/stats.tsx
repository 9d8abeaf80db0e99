import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { statsQuery } from './queries.ts';

const FIGURES = ['clicks', 'chats', 'answered'] as const;

/** How many customers came through a link or a widget. */
export function Stats({ kind, id }: { kind: 'entry-points' | 'widgets'; id: string }) {
  const t = useTexts('entryPoints.page');
  const format = useFormat();
  const { data } = useQuery(statsQuery(kind, id));
  return (
    <dl className="flex gap-5 text-right">
      {FIGURES.map((figure) => (
        <div key={figure} className="grid">
          <dt className="text-xs text-faint">{t(figure)}</dt>
          <dd className="font-medium tabular-nums">{data ? format.number(data[figure]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
