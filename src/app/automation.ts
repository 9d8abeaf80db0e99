import type { Producers } from '../assistant/arbiter/producers.ts';
import { type Assistant, type Memory, openAssistant } from '../assistant/assistant.ts';
import type { AskAssistant, FlowDeps } from '../assistant/flows/run/live-world.ts';
import { flowProducer } from '../assistant/flows/run/producer.ts';
import type { LanguageModels } from '../assistant/language-model/language-model.ts';
import { Pieces } from '../assistant/pieces.ts';
import { openAutoReplies } from '../assistant/rules/producer.ts';
import { approveBy } from '../assistant/templates.ts';
import type { Context } from '../context.ts';

/** What can answer, in this process. */
export function openProducers(
  ctx: Context,
  {
    clients,
    languageModels,
    memory,
    approve = approveBy(ctx),
  }: Pick<FlowDeps, 'clients' | 'approve'> & { languageModels?: LanguageModels; memory?: Memory } = {},
): Producers & { assistant: Assistant } {
  const assistant = openAssistant(ctx, languageModels ?? null, memory);
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
    const reply = await assistant.answerAlone(chat, question, { ...deciding, incoming });
    if (!reply) return { answered: false, replies: [] };
    const { answer, save } = reply;
    if (answer.action !== 'answer' || answer.text === '') return { answered: false, replies: [], save };
    const { text, faq_id, confidence: score } = answer;
    const replies = [{ type: 'text' as const, body: text }];
    return { answered: true, replies, score, ...(faq_id !== null && { faq_id }) };
  };
}
