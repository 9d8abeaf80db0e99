import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { countAttention, useAttention } from '../../../queries/attention.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useLate } from '../answer-due.ts';
import { mentionsQuery } from '../queries.ts';
import type { InboxSearch } from '../search.ts';
import { useLook } from '../use-mark-read.ts';

const ForYouDialog = lazy(() => import('./for-you-dialog.tsx'));

/** The bell above the list, with the number of assignments, mentions, answers that are due, and troubles. */
export function ForYou({ search }: { search: InboxSearch }) {
  const t = useTexts('inbox.mentions');
  const [isOpen, setOpen] = useState(false);
  const attention = useAttention();
  const mentions = useQuery(mentionsQuery).data?.data.length ?? 0;
  const due = useLate().filter(({ answer_due_at }) => answer_due_at !== null).length;
  const count = mentions + due + countAttention(attention);
  useShortcut('m', t('key'), () => setOpen(true));
  return (
    <>
      <IconButton
        small
        label={count > 0 ? t('titleCount', { count }) : t('title')}
        onClick={() => setOpen(true)}
        className="relative"
      >
        <Bell aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute -top-1 -right-1 min-w-4 rounded-full bg-bad px-1 text-[10px]/4 font-medium text-card"
          >
            {count > 9 ? '9+' : count}
          </span>
        )}
      </IconButton>
      {isOpen && (
        <Suspense>
          <ForYouDialog search={search} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The conversations with an unread mention or assignment of this user. */
export function useForYou(): ReadonlySet<string> {
  const mentions = useQuery(mentionsQuery).data?.data;
  return useMemo(() => new Set(mentions?.map(({ conversation_id }) => conversation_id)), [mentions]);
}

/** An assignment is read when the user looks at its chat. A mention stays until its note is opened from the list. */
export function useReadAssignments(conversationId: string): void {
  const mentions = useQuery(mentionsQuery).data?.data ?? [];
  const ids = mentions.flatMap(({ id, kind, conversation_id }) =>
    kind === 'assigned' && conversation_id === conversationId ? [id] : [],
  );
  const read = async () => {
    await call('POST /mentions/read', { body: { ids } });
    await queryClient.invalidateQueries(mentionsQuery);
  };
  useLook(ids.length === 0 ? null : read, ids.join(' '));
}
