import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowLeft, Eye, PanelRight, Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { wordsOf } from '../../../../src/platform/lib/found-words.ts';
import type { Schema } from '../../api/schemas.ts';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { isHidden, isVisitor, nameOf } from '../../people/name.ts';
import { useMe } from '../../session/session.ts';
import { useShortcut } from '../../shell/keyboard.ts';
import { useTexts } from '../../texts/texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { FoundWords } from '../../ui/found-words.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { ReplyAttention } from './attention/attention.tsx';
import { StandbyBanner } from './attention/standby-banner.tsx';
import { DropZone } from './composer/attachments/drop-zone.tsx';
import { useFiles } from './composer/attachments/use-files.ts';
import { Composer } from './composer/composer.tsx';
import { useQuote } from './composer/use-draft.ts';
import { Details } from './details/details.tsx';
import { useReadAssignments } from './mentions/for-you.tsx';
import { OwnerBar } from './owner/owner-bar.tsx';
import { isQuietGroup } from './owner/quiet-group.ts';
import { usePlaces } from './places.ts';
import { conversationQuery, historyQuery } from './queries.ts';
import { ChatSearch } from './thread/chat-search.tsx';
import { Thread } from './thread/thread.tsx';
import { refresh, useOpenChat } from './use-live-inbox.ts';
import { useLooking } from './use-looking.ts';
import { useMarkRead } from './use-mark-read.ts';
import { useViewers } from './viewers.ts';

type Conversation = Schema<'Conversation'>;

const DETAILS_KEPT = 'kurir.inbox.details';

/** One conversation: who answers, what was said, the answer, and who the customer is. */
export function ConversationPage() {
  const { conversationId } = useParams({ from: '/app/inbox/$conversationId' });
  const search = useSearch({ from: '/app/inbox' });
  const navigate = useNavigate();
  const conversation = useQuery(conversationQuery(conversationId));
  const shownId = conversation.data?.id;
  useEffect(() => {
    // A merged conversation is shown by another one.
    if (shownId !== undefined && shownId !== conversationId)
      void navigate({
        to: '/inbox/$conversationId',
        params: { conversationId: shownId },
        search,
        replace: true,
      });
  }, [shownId, conversationId, search, navigate]);
  return (
    <Loaded query={conversation} loading={<Skeleton className="p-6" lines={9} />}>
      {(data) => <Open key={data.id} conversation={data} />}
    </Loaded>
  );
}

function Open({ conversation }: { conversation: Conversation }) {
  const t = useTexts('chat.owner');
  const { id } = conversation;
  const [quote, setQuote] = useQuote(id);
  const onFiles = useFiles(conversation);
  const [hasDetails, setDetails] = useState(
    () => localStorage.getItem(DETAILS_KEPT) !== 'off' && innerWidth >= 1280,
  );
  const toggle = () => {
    localStorage.setItem(DETAILS_KEPT, hasDetails ? 'off' : 'on');
    setDetails(!hasDetails);
  };
  const { message: target = null, q = '' } = useSearch({ from: '/app/inbox' });
  const [find, setFind] = useState<string | null>(null);
  const findField = useRef<HTMLInputElement>(null);
  const words = useMemo(() => wordsOf(find ?? q), [find, q]);
  useShortcut(
    'mod+f',
    t('keyFind'),
    () => {
      setFind((known) => known ?? '');
      findField.current?.select();
    },
    { inFields: true },
  );
  const onTyping = useLooking(id);
  useMarkRead(conversation, useQuery(historyQuery(id)).data);
  useOpenChat(id);
  useReadAssignments(id);
  useEffect(() => void refresh(id), [id]);
  useShortcut('i', t('keyDetails'), toggle);
  return (
    <div className="flex min-h-0 flex-1">
      <DropZone
        className={clsx('relative min-h-0 min-w-0 flex-1 flex-col', hasDetails ? 'hidden sm:flex' : 'flex')}
        onFiles={onFiles}
      >
        <Header
          conversation={conversation}
          hasDetails={hasDetails}
          onDetails={toggle}
          onFind={() => setFind(find === null ? '' : null)}
        />
        {find !== null && (
          <ChatSearch
            conversationId={id}
            field={findField}
            text={find}
            onText={setFind}
            onClose={() => setFind(null)}
          />
        )}
        {!isQuietGroup(conversation) && <OwnerBar conversation={conversation} />}
        <StandbyBanner conversation={conversation} />
        <FoundWords value={words}>
          <Thread conversationId={id} target={target} onQuote={setQuote} />
        </FoundWords>
        <ReplyAttention conversation={conversation} />
        <Composer conversation={conversation} quote={quote} onQuote={setQuote} onTyping={onTyping} />
      </DropZone>
      {hasDetails && <Details conversation={conversation} onClose={toggle} />}
    </div>
  );
}

interface HeaderProps {
  conversation: Conversation;
  hasDetails: boolean;
  onDetails: () => void;
  onFind: () => void;
}

function Header({ conversation, hasDetails, onDetails, onFind }: HeaderProps) {
  const [t, inbox] = [useTexts('chat.owner'), useTexts('inbox.page')];
  const navigate = useNavigate();
  const search = useSearch({ from: '/app/inbox' });
  const place = usePlaces()(conversation.device_uuid);
  const name = nameOf(conversation);
  const { phone } = conversation.person;
  const back = () => void navigate({ to: '/inbox', search });
  useShortcut('Escape', t('keyBack'), back);
  return (
    <header className="flex items-center gap-2.5 border-b border-line bg-card px-3 py-2 compact:py-1">
      <IconButton label={t('back')} className="lg:hidden" onClick={back} icon={ArrowLeft} />
      <Avatar name={name} />
      <div className="grid min-w-0 flex-1">
        <h2 className="truncate font-semibold" title={name}>
          <bdi>{name}</bdi>
        </h2>
        <span className="truncate text-xs text-faint">
          {conversation.chat === 'group' ? (
            inbox('group')
          ) : isHidden(phone) ? (
            inbox('hiddenNumber')
          ) : isVisitor(phone) ? null : (
            <PhoneNumber number={phone} />
          )}
          {!isVisitor(phone) && place && ' · '}
          {place && <bdi>{place}</bdi>}
        </span>
      </div>
      <Viewers conversationId={conversation.id} />
      <IconButton label={t('find')} onClick={onFind} icon={Search} />
      <IconButton label={t('details')} aria-expanded={hasDetails} onClick={onDetails} icon={PanelRight} />
    </header>
  );
}

/** Who else looks at the conversation, or types. */
function Viewers({ conversationId }: { conversationId: string }) {
  const t = useTexts('chat.owner');
  const me = useMe();
  const others = useViewers(conversationId, me.id);
  const typing = others.filter(({ state }) => state === 'typing');
  const shown = typing.length > 0 ? typing : others;
  if (shown.length === 0) return <span role="status" />;
  const names = shown.map(({ name }) => name).join(', ');
  return (
    <span
      role="status"
      className={clsx(
        'flex max-w-52 items-center gap-1.5 rounded-full px-2.5 py-1 text-xs',
        typing.length > 0 ? 'bg-warn-soft text-warn' : 'bg-active text-soft',
      )}
    >
      <Eye className="size-3.5 shrink-0" aria-hidden />
      <bdi className="truncate">
        {t(typing.length > 0 ? 'types' : 'looks', { names, count: shown.length })}
      </bdi>
    </span>
  );
}
