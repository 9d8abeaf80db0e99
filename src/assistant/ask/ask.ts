import type { Context } from '../../context.ts';
import { getDeviceOrChat } from '../../gateway/devices/device.ts';
import type { Sight } from '../../platform/accounts/account.ts';
import { unsureText } from '../answering/plan.ts';
import type { Answered, Asked, Assistant } from '../assistant.ts';
import { declineText, handOffText } from '../hand-off.ts';
import { spokenIn } from '../languages/spoken.ts';
import { textsOf } from '../languages/words.ts';
import type { AskAssistant, AssistantAnswerView } from './schema.ts';

/** No customer asks: the answers have the fallbacks of their variables. */
const NO_CUSTOMER = { person_name: null, phone: '' };

/** What a customer would read. ApiError device_not_found. */
export async function askAssistant(
  ctx: Context,
  assistant: Assistant,
  account: Sight,
  { question, device_uuid }: AskAssistant,
): Promise<AssistantAnswerView> {
  const device = device_uuid === undefined ? null : await getDeviceOrChat(ctx, account, device_uuid);
  const asked: Asked = {
    account_id: account.id,
    ...NO_CUSTOMER,
    device_id: device?.id ?? null,
    device_uuid: device?.device_uuid ?? null,
    device_label: device?.label ?? null,
  };
  const { answer, isCurrent, settings } = await assistant.reply(asked, question);
  const { action, reason, language, language_model, confidence, candidates, sources } = answer;
  return {
    action,
    reason,
    text: await textFor(ctx, asked, question, { answer, settings }),
    language,
    confidence,
    candidates: [...candidates],
    sources: [...sources],
    language_model,
    is_current: isCurrent,
  };
}

/** A first question without an answer is asked again where the account wants this. */
async function textFor(
  ctx: Context,
  asked: Asked,
  said: string,
  { answer, settings }: Pick<Answered, 'answer' | 'settings'>,
): Promise<string> {
  if (answer.action !== 'handoff') return answer.text;
  if (answer.reason === 'unsure' && settings.handoff.after_abstentions > 1) {
    return unsureText(textsOf(answer.language, settings.tone), settings);
  }
  const spoken = spokenIn(said, null);
  if (!settings.handoff.enabled) {
    const reason = answer.reason === 'asked_for_person' ? answer.reason : 'assistant_unsure';
    return (await declineText(ctx.db, asked, { spoken, reason })) ?? '';
  }
  return (await handOffText(ctx.db, asked, { spoken, at: ctx.now() })) ?? '';
}
