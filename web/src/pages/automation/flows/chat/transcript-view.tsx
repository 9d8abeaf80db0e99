import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FilePreview } from '../../../../files/file-preview.tsx';
import { mediaQuery } from '../../../../queries/media.ts';
import { useTexts } from '../../../../texts/texts.ts';
import type { Translate } from '../../../../texts/translate.ts';
import { Button } from '../../../../ui/button.tsx';
import { isRecord, textOf } from '../model/definition.ts';
import type { Transcript } from '../queries.ts';
import { choicesOf } from './run.ts';

type Entry = Transcript['entries'][number];

interface Props {
  transcript: Transcript;
  flowId: string;
  /** Shows the node of an entry. */
  onShow: (node: string) => void;
  onChoose: (choice: { id: string; title: string }) => void;
}

/** Both sides of the chat, and what the flow does besides. */
export function TranscriptView({ transcript, flowId, onShow, onChoose }: Props) {
  const { entries } = transcript;
  const lastSent = entries.findLastIndex(({ event }) => event === 'sent');
  return (
    <ol aria-live="polite" className="grid gap-1.5">
      {entries.map((entry, n) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a transcript only grows
          key={n}
          entry={entry}
          onShow={entry.flow_id === flowId && entry.node_id ? onShow : null}
          onChoose={n === lastSent ? onChoose : null}
        />
      ))}
    </ol>
  );
}

interface LineProps {
  entry: Entry;
  onShow: ((node: string) => void) | null;
  onChoose: Props['onChoose'] | null;
}

function Line({ entry, onShow, onChoose }: LineProps) {
  const t = useTexts('flows.chat');
  const { event, details, node_id } = entry;
  const show = onShow && node_id ? () => onShow(node_id) : undefined;
  if (event === 'customer') return <Bubble text={textOf(details.text)} label={t('customer')} isOwn />;
  if (event === 'sent') {
    const url = textOf(details.media_url);
    const file = textOf(details.media_id);
    const text = [url && t('media', { url }), textOf(details.body)].filter(Boolean).join('\n');
    const choices = choicesOf(details);
    return (
      <>
        {file && <SentFile id={file} />}
        {(text || !file) && <Bubble text={text} label={t('bot')} {...(show && { onShow: show })} />}
        {onChoose && choices.length > 0 && (
          <li className="flex flex-wrap gap-1.5">
            {choices.map((choice) => (
              <Button key={choice.id} size="small" onClick={() => onChoose(choice)}>
                <bdi>{choice.title}</bdi>
              </Button>
            ))}
          </li>
        )}
      </>
    );
  }
  const words = wordsOf(entry, t);
  return words === null ? null : (
    <li className="text-center text-xs text-faint">
      <bdi>{words}</bdi>
    </li>
  );
}

function SentFile({ id }: { id: string }) {
  const { data: file } = useQuery(mediaQuery(id));
  return <li className="max-w-[88%]">{file && <FilePreview file={file} />}</li>;
}

/** Null: nothing that a tester needs to see. */
function wordsOf({ event, details }: Entry, t: Translate<'flows.chat'>) {
  switch (event) {
    case 'not_sent':
      return t('ev_not_sent', {
        what: t(details.why === 'reply_window_closed' ? 'windowClosed' : 'templateRefused'),
      });
    case 'not_taken':
    case 'woken':
    case 'invalid_answer':
    case 'contact':
      return t(`ev_${event}`);
    case 'labels': {
      const changes = Object.entries(isRecord(details.labels) ? details.labels : {});
      return t('ev_labels', {
        what: changes.map(([name, isOn]) => `${isOn ? '+' : '−'} ${name}`).join(', '),
      });
    }
    case 'http':
      return t('ev_http', {
        what: `${textOf(details.url)} ${String(details.status ?? details.failed ?? '')}`,
      });
    case 'assistant':
      return t('ev_assistant', { what: t(details.answered === true ? 'answered' : 'notAnswered') });
    case 'end':
      return endWords(details, t);
    default:
      return null;
  }
}

function endWords(details: Entry['details'], t: Translate<'flows.chat'>) {
  if (details.failure) return t('end_failed', { what: textOf(details.failure) });
  const kind = details.kind;
  return kind === 'closed' || kind === 'expired' || kind === 'handed_off' ? t(`end_${kind}`) : t('end_ended');
}

interface BubbleProps {
  text: string;
  label: string;
  isOwn?: boolean;
  onShow?: () => void;
}

function Bubble({ text, label, isOwn = false, onShow }: BubbleProps) {
  const look = clsx(
    'max-w-[88%] rounded-lg border border-line px-3 py-1.5 text-left text-[13px] whitespace-pre-wrap break-words',
    isOwn ? 'ml-auto bg-bubble-own' : 'bg-bubble',
  );
  const words = (
    <>
      <span className="sr-only">{label}: </span>
      <bdi>{text}</bdi>
    </>
  );
  return (
    <li className="flex">
      {onShow ? (
        <button type="button" className={clsx(look, 'hover:border-accent')} onClick={onShow}>
          {words}
        </button>
      ) : (
        <div className={look}>{words}</div>
      )}
    </li>
  );
}
