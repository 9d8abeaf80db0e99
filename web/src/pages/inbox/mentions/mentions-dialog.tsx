import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AtSign } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { mentionsQuery } from '../queries.ts';
import type { InboxSearch } from '../search.ts';

type Mention = Schema<'Mention'>;

/** Notes of colleagues that mention the user. A mention is read when its conversation is opened from here. */
export function MentionsDialog({ search, onClose }: { search: InboxSearch; onClose: () => void }) {
  const t = useTexts('inbox.mentions');
  const navigate = useNavigate();
  const mentions = useQuery(mentionsQuery);
  const read = useMutation({
    mutationFn: (ids: string[] | null) => call('POST /mentions/read', { body: ids === null ? {} : { ids } }),
    onSuccess: () => queryClient.invalidateQueries(mentionsQuery),
    onError: notifyProblem,
  });
  const open = ({ id, conversation_id }: Mention) => {
    read.mutate([id]);
    void navigate({ to: '/inbox/$conversationId', params: { conversationId: conversation_id }, search });
    onClose();
  };
  const hasSome = (mentions.data?.data.length ?? 0) > 0;
  const footer = hasSome && (
    <Button busy={read.isPending} onClick={() => read.mutate(null)}>
      {t('readAll')}
    </Button>
  );
  return (
    <Dialog open onClose={onClose} title={t('mentions')} lead={t('lead')} footer={footer}>
      <Loaded query={mentions}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={<AtSign aria-hidden />} title={t('none')} lead={t('noneLead')} className="py-6" />
          ) : (
            <ul className="grid gap-2">
              {data.map((mention) => (
                <MentionLine key={mention.id} mention={mention} onOpen={() => open(mention)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function MentionLine({ mention, onOpen }: { mention: Mention; onOpen: () => void }) {
  const format = useFormat();
  const { actor, body, created_at } = mention;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full gap-0.5 rounded-md border border-line px-3 py-2 text-left hover:bg-hover"
      >
        <span className="flex justify-between gap-3 text-[13px]">
          <bdi className="truncate font-medium">{actor}</bdi>
          <span className="shrink-0 text-faint tabular-nums">{format.short(created_at)}</span>
        </span>
        <bdi className="line-clamp-3 text-soft">{body}</bdi>
      </button>
    </li>
  );
}
