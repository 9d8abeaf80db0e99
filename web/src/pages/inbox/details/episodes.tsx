import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { timelineQuery } from '../queries.ts';
import { earlierEpisodes } from './earlier-episodes.ts';
import { Part } from './part.tsx';

const MAX_SHOWN = 5;

/** When the customer came before, and who resolved it. */
export function Episodes({ conversation: { id, episode } }: { conversation: Schema<'Conversation'> }) {
  const [t, format] = [useTexts('chat.details'), useFormat()];
  // The thread has loaded it already.
  const timeline = useQuery({ ...timelineQuery(id), enabled: episode > 1 }).data;
  if (!timeline || episode <= 1) return null;
  const shown = earlierEpisodes(timeline.entries, episode).slice(0, MAX_SHOWN);
  const others = episode - 1 - shown.length;
  return (
    <Part title={t('episodes')}>
      <ol className="grid gap-1.5 text-[13px]">
        {shown.map(({ number, openedAt, resolvedAt, resolvedBy }) => (
          <li key={number} className="grid">
            <span className="tabular-nums" title={format.full(resolvedAt)}>
              {openedAt === null ? '' : `${format.short(openedAt)} – `}
              {format.short(resolvedAt)}
            </span>
            {resolvedBy !== null && (
              <span className="truncate text-xs text-faint">
                <bdi>{t('resolvedBy', { name: resolvedBy })}</bdi>
              </span>
            )}
          </li>
        ))}
        {others > 0 && <li className="text-faint">{t('moreEpisodes', { count: others })}</li>}
      </ol>
    </Part>
  );
}
