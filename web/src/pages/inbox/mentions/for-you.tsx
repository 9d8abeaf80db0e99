import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useAttention } from '../../../queries/attention.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { mentionsQuery } from '../queries.ts';
import type { InboxSearch } from '../search.ts';

const ForYouDialog = lazy(() => import('./for-you-dialog.tsx'));

/** The bell above the list, with the number of assignments, mentions and troubles. */
export function ForYou({ search }: { search: InboxSearch }) {
  const t = useTexts('inbox.mentions');
  const [isOpen, setOpen] = useState(false);
  const attention = useAttention();
  const mentions = useQuery(mentionsQuery).data?.data.length ?? 0;
  const troubles = attention ? attention.devices.length + attention.webhooks.length : 0;
  const count = mentions + troubles;
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

/** An assignment is read when its conversation is open. A mention stays until its note is opened from the list. */
export function useReadAssignments(conversationId: string): void {
  const mentions = useQuery(mentionsQuery).data?.data;
  useEffect(() => {
    const ids = mentions?.flatMap(({ id, kind, conversation_id }) =>
      kind === 'assigned' && conversation_id === conversationId ? [id] : [],
    );
    if (!ids?.length) return;
    call('POST /mentions/read', { body: { ids } })
      .then(() => queryClient.invalidateQueries(mentionsQuery))
      .catch(notifyProblem);
  }, [mentions, conversationId]);
}
