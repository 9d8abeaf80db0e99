import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Sparkles, X } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { LearnAnswer } from '../../../../api/limits.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { SourceLink, SourceName } from '../../../../knowledge/source-link.tsx';
import { useMay } from '../../../../session/session.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { Picker } from '../picker.tsx';

type Suggested = Schema<'ReplySuggestions'>;
type Reply = Suggested['suggestions'][number];

interface Props {
  conversationId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Of the field. */
  text: string;
  /** Into the field. */
  onText: (text: string) => void;
  onClose: () => void;
}

interface Put {
  reply: Reply;
  before: string;
  after: string;
}

/** Asks when it appears. One answer goes into the field, after what is typed; of several the user chooses. */
export default function Suggestion({ conversationId, field, text, onText, onClose }: Props) {
  const t = useTexts('rare.suggest');
  const [put, setPut] = useState<Put | null>(null);
  const { data, error } = useQuery({
    queryKey: ['inbox', 'suggestion', conversationId],
    queryFn: () => call('POST /conversations/{id}/suggest', { id: conversationId }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const choose = (reply: Reply) => {
    const after = text.trim() === '' ? reply.text : `${text.trimEnd()}\n${reply.text}`;
    setPut({ reply, before: text, after });
    onText(after);
  };
  const only = data?.suggestions.length === 1 ? data.suggestions[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is here
  useEffect(() => {
    if (only) choose(only);
  }, [only]);
  const isGone = put !== null && text === '';
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const undo = () => {
    if (put) onText(put.before);
    onClose();
  };
  if (!put && data && data.suggestions.length > 1)
    return <Choices {...{ data, field, onClose }} onChoose={choose} />;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-[13px] text-soft">
      <Sparkles className="size-4 shrink-0 text-accent" aria-hidden />
      {!data && !error && t('looking')}
      <ProblemLine problem={error} />
      {put && <From reply={put.reply} />}
      {put && text === put.after && (
        <Button kind="link" className="text-[13px]" onClick={undo}>
          {t('undo')}
        </Button>
      )}
      {data && data.suggestions.length === 0 && <Nothing data={data} />}
      <IconButton small className="ml-auto" label={t('close')} onClick={onClose} icon={X} />
    </div>
  );
}

function From({ reply: { sources } }: { reply: Reply }) {
  const t = useTexts('rare.suggest');
  const isAdmin = useMay('admin');
  if (sources.length === 0) return t('own');
  return (
    <>
      <span>{t('from')}</span>
      <ul className="flex min-w-0 flex-wrap gap-x-3">
        {sources.map((source) => (
          <li key={`${source.kind} ${source.id} ${source.row_key ?? ''}`} className="min-w-0 wrap-anywhere">
            {isAdmin ? <SourceLink source={source} /> : <SourceName source={source} />}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ChoicesProps extends Pick<Props, 'field' | 'onClose'> {
  data: Suggested;
  onChoose: (reply: Reply) => void;
}

function Choices({ data, field, onChoose, onClose }: ChoicesProps) {
  const t = useTexts('rare.suggest');
  // Keys work where the user writes.
  useEffect(() => field.current?.focus(), [field]);
  const rows = data.suggestions.map((reply, index) => ({
    id: `${index}`,
    reply,
    content: (
      <span className="grid min-w-0 gap-0.5">
        <bdi className="truncate text-[13px] text-soft">{reply.sources[0]?.title}</bdi>
        <bdi className="line-clamp-2 wrap-anywhere">{reply.text}</bdi>
      </span>
    ),
  }));
  return (
    <Picker
      label={t('several')}
      {...{ field, rows, onClose }}
      onChoose={({ reply }) => {
        onChoose(reply);
        field.current?.focus();
      }}
    >
      <p role="status" className="px-2.5 py-1.5 text-[13px] text-soft">
        {t('several')}
      </p>
    </Picker>
  );
}

/** With texts of their own. */
const REASONS = [
  ...(['no_question', 'no_knowledge', 'complaint', 'forbidden_topic', 'asked_for_person'] as const),
];
/** More knowledge would help. */
const TEACHABLE: readonly Suggested['reason'][] = ['unsure', 'choices', 'no_knowledge', 'language_model'];

function Nothing({ data: { reason, question } }: { data: Suggested }) {
  const t = useTexts('rare.suggest');
  const isAdmin = useMay('admin');
  const own = REASONS.find((each) => each === reason);
  const look = 'text-accent hover:underline';
  return (
    <>
      <span>{t(own ? `none_${own}` : 'none')}</span>
      {isAdmin && TEACHABLE.includes(reason) && (
        <>
          <Link
            to="/automation/assistant/faqs"
            search={{ edit: 'new', question: question.slice(0, LearnAnswer.question.maxLength) }}
            className={look}
          >
            {t('teach')}
          </Link>
          <Link to="/automation/assistant/gaps" className={look}>
            {t('gaps')}
          </Link>
        </>
      )}
    </>
  );
}
