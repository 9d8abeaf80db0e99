import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AtSign, Bell, Clock, UserRoundPlus } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { nameOf } from '../../../people/name.ts';
import { countAttention, useAttention } from '../../../queries/attention.ts';
import { canNotify, setNotices, useNotices } from '../../../shell/desktop-notices.ts';
import { useFormat } from '../../../texts/format.ts';
import { withTexts } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { useLate } from '../answer-due.ts';
import { AttentionItems } from '../attention/banner.tsx';
import { useNow } from '../now.ts';
import { mentionsQuery } from '../queries.ts';
import type { InboxSearch } from '../search.ts';

type Mention = Schema<'Mention'>;

const PushPart = lazy(withTexts('push', () => import('../../../push/push-part.tsx')));

/** Customers who wait too long are in the list; these are the first. */
const MAX_LATE = 5;

interface Props {
  search: InboxSearch;
  onClose: () => void;
}

/** What asks for this user: assignments, mentions, long waits, and what is wrong with numbers and webhooks. */
export default function ForYouDialog({ search, onClose }: Props) {
  const t = useTexts('inbox.mentions');
  const navigate = useNavigate();
  const mentions = useQuery(mentionsQuery);
  const attention = useAttention();
  const late = useLate().slice(0, MAX_LATE);
  const read = useMutation({
    mutationFn: (ids: string[] | null) => call('POST /mentions/read', { body: ids === null ? {} : { ids } }),
    onSuccess: () => queryClient.invalidateQueries(mentionsQuery),
    onError: notifyProblem,
  });
  const open = (conversationId: string) => {
    void navigate({ to: '/inbox/$conversationId', params: { conversationId }, search });
    onClose();
  };
  const hasSome = (mentions.data?.data.length ?? 0) > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      footer={
        hasSome && (
          <Button busy={read.isPending} onClick={() => read.mutate(null)}>
            {t('readAll')}
          </Button>
        )
      }
    >
      {attention && (
        <AttentionItems found={attention} className="rounded-md bg-bad-soft px-3 py-2 empty:hidden" />
      )}
      <Loaded query={mentions}>
        {({ data }) => (
          <ul className="grid gap-2 empty:hidden">
            {data.map((mention) => (
              <MentionLine
                key={mention.id}
                mention={mention}
                onOpen={() => {
                  read.mutate([mention.id]);
                  open(mention.conversation_id);
                }}
              />
            ))}
            {late.map((chat) => (
              <LateLine key={chat.id} chat={chat} onOpen={() => open(chat.id)} />
            ))}
          </ul>
        )}
      </Loaded>
      {mentions.data && !hasSome && late.length + countAttention(attention) === 0 && (
        <Empty icon={<Bell aria-hidden />} title={t('none')} lead={t('noneLead')} className="py-6" />
      )}
      <NoticeSwitches />
    </Dialog>
  );
}

function MentionLine({ mention, onOpen }: { mention: Mention; onOpen: () => void }) {
  const t = useTexts('inbox.mentions');
  const { kind, actor, body, created_at } = mention;
  const told = t(kind === 'note' ? 'mentioned' : 'assigned', { actor, customer: nameOf(mention) });
  return (
    <Line icon={kind === 'note' ? AtSign : UserRoundPlus} title={told} at={created_at} onOpen={onOpen}>
      {body}
    </Line>
  );
}

function LateLine({ chat, onOpen }: { chat: Schema<'Conversation'>; onOpen: () => void }) {
  const t = useTexts('inbox.mentions');
  const now = useNow();
  const { waiting_since, answer_due_at: due, last_at } = chat;
  const key = due === null ? 'late' : Date.parse(due) < now ? 'overdue' : 'dueSoon';
  return (
    <Line
      icon={Clock}
      title={t(key, { customer: nameOf(chat) })}
      at={waiting_since ?? last_at}
      onOpen={onOpen}
    />
  );
}

interface LineProps {
  icon: typeof Bell;
  title: string;
  at: string;
  onOpen: () => void;
  children?: ReactNode;
}

function Line({ icon: Icon, title, at, onOpen, children }: LineProps) {
  const format = useFormat();
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full gap-0.5 rounded-md border border-line px-3 py-2 text-left hover:bg-hover"
      >
        <span className="flex items-center gap-2 text-[13px]">
          <Icon className="size-4 shrink-0 text-faint" aria-hidden />
          <bdi className="min-w-0 flex-1 font-medium">{title}</bdi>
          <span className="shrink-0 text-faint tabular-nums">{format.short(at)}</span>
        </span>
        {children && <bdi className="line-clamp-3 text-soft">{children}</bdi>}
      </button>
    </li>
  );
}

/** The browser asks for its permission only after the click. */
function NoticeSwitches() {
  const t = useTexts('inbox.page');
  const { isOn, hasSound } = useNotices();
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      {canNotify() && (
        <Checkbox
          label={t('notices')}
          checked={isOn}
          onChange={() => void setNotices({ isOn: !isOn, hasSound })}
        />
      )}
      {canNotify() && isOn && (
        <Checkbox
          label={t('noticeSound')}
          checked={hasSound}
          onChange={() => void setNotices({ isOn, hasSound: !hasSound })}
        />
      )}
      <Suspense>
        <PushPart />
      </Suspense>
    </div>
  );
}
