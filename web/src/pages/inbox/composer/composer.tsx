import { useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Bot, X } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useMe } from '../../../session/session.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { fieldProblem } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { useMessageText } from '../message-text.ts';
import { useNow } from '../now.ts';
import { historyQuery, type Timeline, timelineQuery } from '../queries.ts';
import { type Message, newestId } from '../thread/history.ts';
import { CannedPicker } from './canned-picker.tsx';
import { before, onRestoredText } from './compose.ts';
import { ComposerActs } from './composer-acts.tsx';
import { type DraftKind, keepDraft, readDraft } from './drafts.ts';
import { MentionPicker } from './mention-picker.tsx';
import { mentionedIn } from './mentions.ts';
import type { Reply } from './outbox.ts';
import { sendReply } from './send.ts';
import { TemplateClosed } from './template-picker.tsx';
import { TextField } from './text-field.tsx';
import { useLists } from './use-lists.ts';

type Conversation = Schema<'Conversation'>;

interface Props {
  conversation: Conversation;
  quote: Message | null;
  onQuote: (message: Message | null) => void;
  /** `isDone`: the text is sent. */
  onTyping: (isDone?: boolean) => void;
}

/** Where staff writes: a reply to the customer, or a note for the team. */
export function Composer({ conversation, quote, onQuote, onTyping }: Props) {
  const { id } = conversation;
  const [kind, setKind] = useState<DraftKind>('reply');
  const [text, setText] = useDraft(id, kind);
  const field = useRef<HTMLTextAreaElement>(null);
  const write = useCallback((chosen: DraftKind) => {
    setKind(chosen);
    field.current?.focus();
  }, []);
  useWriting(quote, write);
  const submit = useSubmit(conversation, quote, () => {
    setText('');
    onQuote(null);
    onTyping(true);
  });
  const now = useNow();
  const isClosed = kind === 'reply' && !takesFreeText(conversation, now);
  const send = () => text.trim() !== '' && submit.run(kind, text);
  const lists = useLists({ kind, text, setText, field });
  return (
    <div
      className={clsx(
        'relative grid gap-1.5 border-t border-line px-3 pt-2 pb-3',
        kind === 'note' ? 'bg-note' : 'bg-card',
      )}
    >
      <Kinds kind={kind} onChoose={write} />
      {kind === 'reply' && <BotLine conversation={conversation} />}
      {quote && kind === 'reply' && <QuoteLine message={quote} onRemove={() => onQuote(null)} />}
      <Lists {...{ lists, conversation, field }} takesText={!isClosed} />
      <SubmitProblem problem={submit.problem} />
      {isClosed ? (
        <TemplateClosed conversation={conversation} onSend={submit.send} />
      ) : (
        <>
          <TextField
            ref={field}
            kind={kind}
            text={text}
            onText={(next, caret) => {
              lists.type(next, caret);
              if (kind === 'reply') onTyping();
            }}
            onSend={send}
            onCaret={lists.setCaret}
            hasList={lists.canned !== null}
          />
          <ComposerActs
            conversation={conversation}
            kind={kind}
            canSend={text.trim() !== '' && !submit.isBusy}
            onSend={send}
            onReply={submit.send}
          />
        </>
      )}
    </div>
  );
}

/** Keys and a quote open the field. */
function useWriting(quote: Message | null, write: (kind: DraftKind) => void): void {
  const t = useTexts('chat.composer');
  useShortcut('r', t('keyReply'), () => write('reply'));
  useShortcut('n', t('keyNote'), () => write('note'));
  useEffect(() => {
    if (quote) write('reply');
  }, [quote, write]);
}

/** An open window ends while the conversation is shown. */
const takesFreeText = ({ takes_free_text, reply_window_until }: Conversation, now: number) =>
  takes_free_text && (reply_window_until === null || Date.parse(reply_window_until) >= now);

interface ListsProps {
  lists: ReturnType<typeof useLists>;
  conversation: Conversation;
  field: RefObject<HTMLTextAreaElement | null>;
  takesText: boolean;
}

function Lists({ lists, conversation, field, takesText }: ListsProps) {
  const { canned, mention, put, putName, close } = lists;
  return (
    <>
      {canned !== null && takesText && (
        <CannedPicker {...{ conversation, field }} typed={canned} onChoose={put} onClose={close} />
      )}
      {mention !== null && <MentionPicker field={field} typed={mention} onChoose={putName} onClose={close} />}
    </>
  );
}

function SubmitProblem({ problem }: { problem: unknown }) {
  const mentions = problem ? fieldProblem(asProblem(problem), 'mentions') : undefined;
  if (mentions === undefined) return <ProblemLine problem={problem} />;
  return (
    <p role="alert" className="text-[13px] text-bad">
      @ {mentions}
    </p>
  );
}

function Kinds({ kind, onChoose }: { kind: DraftKind; onChoose: (kind: DraftKind) => void }) {
  const t = useTexts('chat.composer');
  return (
    <fieldset aria-label={t('kind')} className="flex gap-1">
      {(['reply', 'note'] as const).map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === kind}
          onClick={() => onChoose(choice)}
          className={clsx(
            'rounded-md px-2.5 py-1 text-[13px]',
            choice === kind ? 'bg-active font-medium text-ink' : 'text-soft hover:bg-hover',
          )}
        >
          {t(choice)}
        </button>
      ))}
    </fieldset>
  );
}

/** The automation has the conversation: what a reply means, and whether its answer is on the way. */
function BotLine({ conversation: { owner_state, waiting_since } }: { conversation: Conversation }) {
  const t = useTexts('chat.composer');
  if (owner_state !== 'bot') return null;
  const isSoon = waiting_since !== null;
  return (
    <p
      role="status"
      className={clsx('flex items-center gap-1.5 text-[13px]', isSoon ? 'text-warn' : 'text-soft')}
    >
      <Bot className="size-4 shrink-0" aria-hidden />
      {t(isSoon ? 'botSoon' : 'takesOver')}
    </p>
  );
}

function QuoteLine({ message, onRemove }: { message: Message; onRemove: () => void }) {
  const t = useTexts('chat.composer');
  const text = useMessageText();
  return (
    <div className="flex items-center gap-2 rounded-md border-l-2 border-accent bg-hover px-2.5 py-1 text-[13px]">
      <span className="min-w-0 flex-1 truncate">
        <span className="text-faint">{t('quoting')}: </span>
        <bdi>{text(message)}</bdi>
      </span>
      <IconButton small label={t('removeQuote')} onClick={onRemove} icon={X} />
    </div>
  );
}

/** The text of a conversation, kept in this browser. */
function useDraft(id: string, kind: DraftKind): [string, (text: string) => void] {
  const me = useMe();
  const [texts, setTexts] = useState({
    reply: readDraft(me.id, id, 'reply'),
    note: readDraft(me.id, id, 'note'),
  });
  const set = (chosen: DraftKind, text: string) => {
    setTexts((present) => ({ ...present, [chosen]: text }));
    keepDraft(me.id, id, chosen, text);
  };
  useEffect(
    () =>
      onRestoredText((restored, text) => {
        if (restored !== id) return false;
        setTexts((present) => {
          const reply = before(text, present.reply);
          keepDraft(me.id, id, 'reply', reply);
          return { ...present, reply };
        });
        return true;
      }),
    [id, me.id],
  );
  return [texts[kind], (text) => set(kind, text)];
}

/** A reply is shown at once and leaves the field. A note leaves it when it is stored. */
function useSubmit(conversation: Conversation, quote: Message | null, onDone: () => void) {
  const me = useMe();
  const { id } = conversation;
  const history = useQuery(historyQuery(id)).data;
  const colleagues = useQuery(presenceQuery).data?.data ?? [];
  const note = useMutation({
    mutationFn: (body: string) => {
      const mentions = mentionedIn(body, colleagues);
      return call('POST /conversations/{id}/notes', { id, body: { body, mentions } });
    },
    onSuccess: (entry) => {
      queryClient.setQueryData<Timeline>(timelineQuery(id).queryKey, (timeline) =>
        timeline && !timeline.entries.some((known) => known.id === entry.id)
          ? { ...timeline, entries: [entry, ...timeline.entries] }
          : timeline,
      );
      onDone();
    },
  });
  const send = (reply: Reply) => {
    const seen = newestId(history?.messages ?? []);
    const answered = quote?.id != null && { quote: quote.id };
    void sendReply(id, { ...reply, seen_message_id: seen, ...answered }, me.name);
    onDone();
  };
  const run = (kind: DraftKind, text: string) => {
    if (kind === 'note') note.mutate(text);
    else send({ type: 'text', body: text });
  };
  return { run, send, problem: note.error, isBusy: note.isPending };
}
