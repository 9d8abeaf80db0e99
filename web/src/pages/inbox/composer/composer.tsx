import { clsx } from 'clsx';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { useMe } from '../../../session/session.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { useFormat } from '../../../texts/format.ts';
import { withTexts } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useNow } from '../now.ts';
import type { Message } from '../thread/history.ts';
import { AddMenu } from './add-menu.tsx';
import { removeAttachment, storedIn, useAttachments } from './attachments/attachments.ts';
import { factsOf, Tray } from './attachments/tray.tsx';
import { useFiles, useStoredFile } from './attachments/use-files.ts';
import { CannedPicker } from './canned-picker.tsx';
import { SendButton, Tools } from './composer-acts.tsx';
import { BotLine, Kinds, QuoteLine, SubmitProblem } from './composer-lines.tsx';
import type { DraftKind } from './drafts.ts';
import { MentionPicker } from './mention-picker.tsx';
import { isCaption } from './replies-of.ts';
import { TemplateClosed } from './template-picker.tsx';
import { TextField } from './text-field.tsx';
import { useDraft } from './use-draft.ts';
import { useLists } from './use-lists.ts';
import { useSubmit } from './use-submit.ts';
import { canRecord } from './voice/recorder.ts';
import { MicButton, useVoice, VoiceBar } from './voice/voice-bar.tsx';

const Suggestion = lazy(withTexts('rare', () => import('./suggestion/suggestion.tsx')));

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
  const place = { userId: useMe().id, id };
  const [kind, setKind] = useState<DraftKind>('reply');
  const [text, setText] = useDraft(id, kind);
  const attachments = useAttachments(place);
  const files = kind === 'reply' ? attachments : [];
  const field = useRef<HTMLTextAreaElement>(null);
  const write = useCallback((chosen: DraftKind) => {
    setKind(chosen);
    field.current?.focus();
  }, []);
  useWriting(quote, attachments.length, write);
  const onSent = () => {
    onQuote(null);
    onTyping(true);
  };
  const submit = useSubmit(conversation, quote, { onSent, onNoted: () => setText('') });
  const now = useNow();
  const isClosed = kind === 'reply' && !takesFreeText(conversation, now);
  const isEmpty = text.trim() === '' && files.length === 0;
  const canSend = !isEmpty && !submit.isBusy && files.every(({ state }) => state === 'ready');
  const send = () => {
    if (!canSend) return;
    submit.run(kind, text, storedIn(files));
    if (kind === 'note') return;
    setText('');
    for (const { key } of files) removeAttachment(place, key);
  };
  const lists = useLists({ kind, text, setText, field });
  const suggestion = useSuggestion(() => write('reply'));
  const onFiles = useFiles(conversation);
  const voice = useVoice((note) => onFiles([note], true));
  const hasVoice = kind === 'reply' && canRecord();
  return (
    <div
      data-composer
      className={clsx(
        'relative grid gap-1.5 border-t border-line px-3 pt-2 pb-3 compact:px-2 compact:py-1.5',
        kind === 'note' ? 'bg-note' : 'bg-card',
      )}
    >
      <Kinds kind={kind} onChoose={write} />
      {kind === 'reply' && <BotLine conversation={conversation} />}
      {quote && kind === 'reply' && <QuoteLine message={quote} onRemove={() => onQuote(null)} />}
      <Tray place={place} attachments={files} />
      <Lists {...{ lists, conversation, field }} takesText={!isClosed} />
      {suggestion.asked > 0 && kind === 'reply' && !isClosed && (
        <Suspense>
          <Suggestion
            key={suggestion.asked}
            {...{ field, text }}
            conversationId={id}
            onText={setText}
            onClose={suggestion.close}
          />
        </Suspense>
      )}
      <SubmitProblem problem={submit.problem} />
      {isClosed && <TemplateClosed conversation={conversation} onSend={submit.send} />}
      {voice.recording && <VoiceBar {...voice} recording={voice.recording} />}
      {!isClosed && !voice.recording && (
        <div className="flex flex-wrap items-end gap-x-1 gap-y-1.5">
          <TextField
            ref={field}
            {...{ kind, text }}
            isCaption={isCaption(text, files.map(factsOf))}
            onText={(next, caret) => {
              lists.type(next, caret);
              if (kind === 'reply') onTyping();
            }}
            onSend={send}
            onCaret={lists.setCaret}
            hasList={lists.canned !== null}
          />
          <div className="flex items-center gap-1 compact:order-first">
            <AddMenu
              {...{ conversation, kind, onFiles }}
              onKind={write}
              onCanned={lists.openCanned}
              onSuggest={suggestion.ask}
              onReply={submit.send}
            />
            <Tools {...{ kind, field, lists, onFiles }} onSuggest={suggestion.ask} />
          </div>
          {kind === 'reply' && <WindowEnd conversation={conversation} />}
          {/* On phones the microphone has the place of the button while there is nothing to send. */}
          <div className="ml-auto flex items-center gap-1">
            {hasVoice && <MicButton className={clsx(!isEmpty && 'compact:hidden')} onClick={voice.start} />}
            <SendButton
              kind={kind}
              className={clsx(hasVoice && isEmpty && 'compact:hidden')}
              disabled={!canSend}
              isBusy={!isEmpty && !canSend}
              onClick={send}
            />
          </div>
        </div>
      )}
    </div>
  );
}

/** Each time that the user asks makes a new one. 0: none. */
function useSuggestion(write: () => void) {
  const t = useTexts('chat.composer');
  const [asked, setAsked] = useState(0);
  const ask = () => {
    write();
    setAsked(Date.now());
  };
  useShortcut('mod+j', t('suggest'), ask, { inFields: true });
  return { asked, ask, close: useCallback(() => setAsked(0), []) };
}

/** Keys, a new quote and a new file open the field. */
function useWriting(quote: Message | null, files: number, write: (kind: DraftKind) => void): void {
  const t = useTexts('chat.composer');
  const kept = useRef({ quote, files });
  useShortcut('r', t('keyReply'), () => write('reply'));
  useShortcut('n', t('keyNote'), () => write('note'));
  useEffect(() => {
    const isNew = (quote !== null && quote !== kept.current.quote) || files > kept.current.files;
    kept.current = { quote, files };
    if (isNew) write('reply');
  }, [quote, files, write]);
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
  const { canned, mention, putCanned, putName, close } = lists;
  const onFile = useStoredFile(conversation);
  const choose = (body: string, file: Schema<'UploadedMedia'> | null) => {
    putCanned(body);
    if (file) onFile(file);
  };
  return (
    <>
      {canned !== null && takesText && (
        <CannedPicker {...{ conversation, field }} typed={canned} onChoose={choose} onClose={close} />
      )}
      {mention !== null && <MentionPicker field={field} typed={mention} onChoose={putName} onClose={close} />}
    </>
  );
}

function WindowEnd({ conversation: { reply_window_until: end } }: { conversation: Conversation }) {
  const [t, format] = [useTexts('chat.composer'), useFormat()];
  if (end === null) return null;
  return (
    <span className="self-center text-xs text-faint compact:order-last compact:basis-full">
      {t('windowUntil', { time: format.moment(end) })}
    </span>
  );
}
