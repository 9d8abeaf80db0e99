import { FileText, Loader2, Mic, Pencil, RotateCw, Trash2, TriangleAlert } from 'lucide-react';
import { asProblem } from '../../../api/problem.ts';
import { problemText } from '../../../api/problem-text.ts';
import type { Schema } from '../../../api/schemas.ts';
import { gatewayPath } from '../../../place.ts';
import { useMe } from '../../../session/session.ts';
import { useLanguage } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { restoreText } from '../composer/compose.ts';
import { type OutboxEntry, removeEntry } from '../composer/outbox.ts';
import { sendAgain } from '../composer/send.ts';

/** A reply on its way, or one that the gateway refused: with the reason, and with its text. */
export function OutboxBubble({ entry }: { entry: OutboxEntry }) {
  const t = useTexts('chat.thread');
  const { reply, state, media } = entry;
  return (
    <div className="flex flex-row-reverse px-4 pt-2">
      <div className="grid max-w-[min(80%,36rem)] justify-items-end gap-1">
        <div className="grid max-w-full gap-1 rounded-xl bg-bubble-own px-3 py-1.5 text-[14px] opacity-80">
          {reply.media_url && <bdi className="truncate text-[13px] underline">{reply.media_url}</bdi>}
          {media && <SentFile media={media} isVoice={reply.type === 'audio' && 'voice' in reply} />}
          {reply.template && <bdi>{reply.template.name}</bdi>}
          {reply.body && (
            <p dir="auto" className="whitespace-pre-wrap">
              {reply.body}
            </p>
          )}
          {state === 'sending' && (
            <span className="flex justify-end">
              <Loader2 className="size-3.5 animate-spin text-faint" role="img" aria-label={t('sending')} />
            </span>
          )}
        </div>
        {state === 'failed' && <Refused entry={entry} />}
      </div>
    </div>
  );
}

function SentFile({ media, isVoice }: { media: Schema<'UploadedMedia'>; isVoice: boolean }) {
  const t = useTexts('chat.voice');
  const picture = gatewayPath(`/app/api/media/${media.id}/file?thumbnail=true`);
  if (media.has_thumbnail)
    return <img src={picture} alt={media.file_name} className="max-h-64 rounded-md object-contain" />;
  return (
    <span className="flex min-w-0 items-center gap-2 text-[13px]">
      {isVoice ? (
        <Mic className="size-4 shrink-0" aria-hidden />
      ) : (
        <FileText className="size-4 shrink-0" aria-hidden />
      )}
      <bdi className="truncate">{isVoice ? t('recording') : media.file_name}</bdi>
    </span>
  );
}

function Refused({ entry }: { entry: OutboxEntry }) {
  const [t, language, me] = [useTexts('chat.thread'), useLanguage(), useMe()];
  const { key, problem, reply, conversationId } = entry;
  const answers = answersOf(problem);
  const edit = () => {
    restoreText(me.id, conversationId, reply.body ?? '');
    removeEntry(key);
  };
  return (
    <div
      role="alert"
      className="grid justify-items-end gap-1.5 rounded-md bg-bad-soft px-3 py-2 text-[13px] text-bad"
    >
      <span className="flex items-start gap-1.5">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {problem === null ? t('interrupted') : `${t('notAccepted')} ${problemText(problem, language)}`}
      </span>
      {answers.length > 0 && (
        <ul
          className="grid w-full gap-1 rounded-md bg-card px-2.5 py-1.5 text-ink"
          aria-label={t('meanwhile')}
        >
          {answers.map(({ id, actor, author, body }) => (
            <li key={id} className="line-clamp-3">
              <bdi className="font-medium">{actor ?? t(author)}</bdi>: <bdi>{body}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-end gap-1.5">
        <Button
          size="small"
          onClick={() =>
            void sendAgain(
              entry,
              me.name,
              answers.length > 0 ? Math.max(...answers.map(({ id }) => id)) : undefined,
            )
          }
          icon={RotateCw}
        >
          {answers.length > 0 ? t('sendAnyway') : t('sendAgain')}
        </Button>
        {reply.body && (
          <Button size="small" onClick={edit} icon={Pencil}>
            {t('edit')}
          </Button>
        )}
        <Button size="small" onClick={() => removeEntry(key)} icon={Trash2}>
          {t('discard')}
        </Button>
      </div>
    </div>
  );
}

interface Answer {
  id: number;
  author: 'author_bot' | 'author_phone' | 'author_staff';
  actor: string | null;
  body: string;
}

/** The answers of others in a refusal. */
function answersOf(problem: unknown): Answer[] {
  const { code, body } = asProblem(problem ?? new Error());
  if (code !== 'answered_meanwhile' || typeof body !== 'object' || body === null) return [];
  const messages = 'messages' in body && Array.isArray(body.messages) ? body.messages : [];
  return messages.map((message: Record<string, unknown>) => ({
    id: Number(message.id),
    author:
      message.author === 'bot' ? 'author_bot' : message.author === 'phone' ? 'author_phone' : 'author_staff',
    actor: typeof message.actor === 'string' ? message.actor : null,
    body: typeof message.body === 'string' ? message.body : '…',
  }));
}
