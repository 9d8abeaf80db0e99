import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LearnAnswer } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { bodyOf } from '../own-text.ts';
import { decisionsQuery, historyQuery } from '../queries.ts';

interface Props {
  conversationId: string;
  decision: Schema<'AutomationDecision'>;
}

/** To what answered: a rule, a flow, an FAQ pair, a document or a table. Without any, to a new FAQ pair. */
export function FixLink({ conversationId, decision }: Props) {
  const t = useTexts('chat.threadWhy');
  const { rule_id, flow_id, faq_id, sources } = decision;
  const link = { className: 'justify-self-start text-accent hover:underline', children: t('fix') };
  if (flow_id) return <Link to="/automation/flows/$flowId" params={{ flowId: flow_id }} {...link} />;
  if (rule_id) return <Link to="/automation/rules" search={{ edit: rule_id }} {...link} />;
  const sourceOf = (wanted: string) => sources.find(({ kind }) => kind === wanted)?.id;
  const pair = faq_id ?? sourceOf('faq');
  if (pair) return <Link to="/automation/assistant/faqs" search={{ edit: pair }} {...link} />;
  const [documentId, tableId] = [sourceOf('document'), sourceOf('table')];
  if (documentId)
    return <Link to="/automation/assistant/documents/$documentId" params={{ documentId }} {...link} />;
  if (tableId) return <Link to="/automation/assistant/tables/$tableId" params={{ tableId }} {...link} />;
  return <NewPairLink {...{ conversationId, decision }} />;
}

/** To a new pair with the question of the customer. */
function NewPairLink({ conversationId, decision: { id, message_id } }: Props) {
  const t = useTexts('chat.threadWhy');
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
    .slice(0, LearnAnswer.question.maxLength);
  return (
    <Link
      to="/automation/assistant/faqs"
      search={{ edit: 'new', ...(question !== '' && { question }) }}
      className="justify-self-start text-accent hover:underline"
    >
      {t('writePair')}
    </Link>
  );
}
