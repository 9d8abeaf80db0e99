import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { bodyOf } from '../message-text.ts';
import { decisionsQuery, historyQuery } from '../queries.ts';
import { whyTexts } from './why/texts.ts';

const MAX_QUESTION = 500;

interface Props {
  conversationId: string;
  decision: Schema<'AutomationDecision'>;
}

/** To the FAQ pair that answered, or to a new pair with the question of the customer. */
export function FixLink({ conversationId, decision: { id, faq_id, sources, message_id } }: Props) {
  const t = useTexts(whyTexts);
  const messages = useQuery(historyQuery(conversationId)).data?.messages ?? [];
  const decisions = useQuery(decisionsQuery(conversationId)).data?.data ?? [];
  // The assistant reads messages that follow each other together.
  const joined = decisions.filter(({ joined_id }) => joined_id === id);
  const ids = [message_id, ...joined.map((each) => each.message_id)];
  const asked = messages.filter((message) => message.id !== null && ids.includes(message.id));
  const question = asked
    .map((message) => bodyOf(message) ?? '')
    .join(' ')
    .trim()
    .slice(0, MAX_QUESTION);
  const pair = faq_id ?? sources.find(({ kind }) => kind === 'faq')?.id;
  return (
    <Link
      to="/automation/assistant/faqs"
      search={{ edit: pair ?? 'new', ...(pair === undefined && question !== '' && { question }) }}
      className="justify-self-start text-accent hover:underline"
    >
      {t(pair === undefined ? 'writePair' : 'fix')}
    </Link>
  );
}
