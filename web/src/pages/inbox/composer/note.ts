import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { type Timeline, timelineQuery } from '../queries.ts';
import { mentionedIn } from './mentions.ts';

/** Stores a note with its mentions, and shows it in the timeline at once. */
export async function writeNote(id: string, body: string): Promise<void> {
  const { data: colleagues } = await queryClient.ensureQueryData(presenceQuery);
  const mentions = mentionedIn(body, colleagues);
  const entry = await call('POST /conversations/{id}/notes', { id, body: { body, mentions } });
  queryClient.setQueryData<Timeline>(timelineQuery(id).queryKey, (timeline) =>
    timeline && !timeline.entries.some((known) => known.id === entry.id)
      ? { ...timeline, entries: [entry, ...timeline.entries] }
      : timeline,
  );
}
