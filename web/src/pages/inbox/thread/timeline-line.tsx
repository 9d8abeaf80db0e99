import { AtSign, History, StickyNote } from 'lucide-react';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useReason } from '../reasons.ts';
import { LongText } from './long-text.tsx';

type Entry = Schema<'TimelineEntry'>;

export function DayLine({ at }: { at: string }) {
  const [t, format] = [useTexts('chat.thread'), useFormat()];
  const day = new Date(at).toDateString();
  const yesterday = new Date();
  // Not 24 hours ago: a day with a change of the clock is shorter.
  yesterday.setDate(yesterday.getDate() - 1);
  const text =
    day === new Date().toDateString()
      ? t('today')
      : day === yesterday.toDateString()
        ? t('yesterday')
        : format.day(at);
  return (
    <div className="flex justify-center px-4 py-2">
      <span className="rounded-full bg-active px-2.5 py-0.5 text-xs text-soft">{text}</span>
    </div>
  );
}

/** Above it are messages that Kurir did not receive or send itself. */
export function ImportedLine() {
  const t = useTexts('chat.thread');
  return (
    <div className="flex items-center gap-3 px-4 py-2 text-xs text-soft">
      <hr className="flex-1 border-line" />
      <History className="size-3.5 shrink-0" aria-hidden />
      <span>{t('imported')}</span>
      <hr className="flex-1 border-line" />
    </div>
  );
}

/** A note, or what happened to the conversation. */
export function EntryLine({ entry }: { entry: Entry }) {
  return entry.kind === 'note' ? <Note entry={entry} /> : <Happened entry={entry} />;
}

function Note({ entry: { actor, body, details, created_at } }: { entry: Entry }) {
  const [t, format] = [useTexts('chat.thread'), useFormat()];
  const name = useActor(actor);
  const mentioned = namesOf(details.mentions);
  return (
    <div className="flex justify-center px-4 py-1.5">
      <div className="grid w-full max-w-xl gap-1 rounded-lg border border-dashed border-warn bg-note px-3 py-2">
        <span className="flex items-center gap-1.5 text-xs text-soft">
          <StickyNote className="size-3.5" aria-hidden />
          <bdi className="font-medium">{t('entry_note', { actor: name })}</bdi>
          <time dateTime={created_at} className="ml-auto tabular-nums">
            {format.clock(created_at)}
          </time>
        </span>
        <LongText text={body ?? ''} />
        {mentioned.length > 0 && (
          <span className="flex items-center gap-1 text-xs text-soft">
            <AtSign className="size-3.5" aria-hidden />
            <bdi>{mentioned.join(', ')}</bdi>
          </span>
        )}
      </div>
    </div>
  );
}

function Happened({ entry }: { entry: Entry }) {
  const format = useFormat();
  const text = useEntryText(entry);
  const reason = useReason();
  const why = typeof entry.details.reason === 'string' ? reason(entry.details.reason) : null;
  return (
    <div className="flex justify-center px-4 py-1">
      <span className="text-center text-xs text-faint">
        <bdi>{text}</bdi>
        {entry.kind === 'handed_off' && why && <bdi>: {why}</bdi>}
        <time
          dateTime={entry.created_at}
          title={format.full(entry.created_at)}
          className="ml-1.5 tabular-nums"
        >
          {format.clock(entry.created_at)}
        </time>
      </span>
    </div>
  );
}

const KINDS = [
  ...(['opened', 'taken_over', 'handed_off', 'given_back', 'assigned', 'unassigned', 'resolved'] as const),
  ...(['unanswered', 'reply_failed', 'labelled', 'automation_off', 'automation_on', 'merged'] as const),
  ...(['unmerged', 'continued', 'snoozed', 'snooze_ended', 'number_changed', 'team_changed'] as const),
  ...(['rating_asked', 'rated', 'fields_changed'] as const),
];

function useEntryText({ kind, actor, body, details }: Entry): string {
  const [t, format] = [useTexts('chat.thread'), useFormat()];
  const name = useActor(actor);
  const known = KINDS.find((each) => each === kind);
  if (known === undefined) return kind.replaceAll('_', ' ');
  if (known === 'given_back' && details.reason === 'timer') return t('entry_given_back_timer');
  const until = typeof details.until === 'string' ? format.moment(details.until) : '';
  const assignee = typeof details.assignee === 'string' ? details.assignee : '';
  const labels = [
    ...namesOf(details.added).map((one) => `+${one}`),
    ...namesOf(details.removed).map((one) => `−${one}`),
  ];
  const told =
    known === 'opened' && actor !== 'customer'
      ? 'started'
      : known === 'assigned' && actor === assignee
        ? 'taken_over'
        : known;
  const team = typeof details.team === 'string' ? details.team : '';
  if (known === 'handed_off' && team !== '') return t('entry_handed_off_team', { team });
  if (known === 'team_changed' && team === '') return t('entry_team_cleared', { actor: name });
  const to = typeof details.to === 'string' ? details.to : '';
  const score = typeof details.score === 'number' ? details.score : '';
  const text = t(`entry_${told}`, { actor: name, until, assignee, to, team, score });
  if (body !== null) return `${text}: ${body}`;
  return labels.length > 0 ? `${text}: ${labels.join(' ')}` : text;
}

const ACTORS = ['customer', 'bot', 'phone', 'system', 'api'] as const;

function useActor(actor: string): string {
  const t = useTexts('chat.thread');
  const known = ACTORS.find((each) => each === actor);
  return known ? t(`actor_${known}`) : actor;
}

/** Names in a list of texts, or of objects with a name. */
function namesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    if (typeof one === 'string') return [one];
    const name = typeof one === 'object' && one !== null && 'name' in one ? one.name : null;
    return typeof name === 'string' ? [name] : [];
  });
}
