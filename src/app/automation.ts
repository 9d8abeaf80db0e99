import type { Producers } from '../automation/arbiter/producers.ts';
import { type Assistant, openAssistant } from '../automation/assistant/assistant.ts';
import type { LanguageModels } from '../automation/assistant/language-model/language-model.ts';
import type { AskAssistant, FlowDeps } from '../automation/flows/run/live-world.ts';
import { flowProducer } from '../automation/flows/run/producer.ts';
import { Pieces } from '../automation/pieces.ts';
import { openAutoReplies } from '../automation/rules/producer.ts';
import { approveBy } from '../automation/templates.ts';
import type { Context } from '../context.ts';

/** What can answer, in this process. */
export function openProducers(
  ctx: Context,
  {
    clients,
    languageModels,
    approve = approveBy(ctx),
  }: Pick<FlowDeps, 'clients' | 'approve'> & { languageModels?: LanguageModels } = {},
): Producers & { assistant: Assistant } {
  const assistant = openAssistant(ctx, languageModels ?? null);
  const pieces = new Pieces();
  const rules = openAutoReplies(ctx, { approve, pieces });
  const { flowFor } = rules;
  return {
    flows: flowProducer({
      ctx,
      ...(clients && { clients }),
      ask: askFrom(assistant),
      flowFor,
      approve,
      pieces,
    }),
    rules,
    assistant,
  };
}

/** A question of a flow. What is not certain enough to be answered is not answered. */
function askFrom(assistant: Assistant): AskAssistant {
  return async (chat, question, deciding, incoming) => {
    const reply = await assistant.replyInFlow(chat, question, { ...deciding, incoming });
    if (!reply) return { answered: false, replies: [] };
    const { answer, save } = reply;
    if (answer.action !== 'answer' || answer.text === '') return { answered: false, replies: [], save };
    const { text, faq_id, confidence: score } = answer;
    const replies = [{ type: 'text' as const, body: text }];
    return { answered: true, replies, score, ...(faq_id !== null && { faq_id }) };
  };
}
