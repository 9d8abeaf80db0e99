import type { proto } from 'baileys';
import { MAX_ID } from '../../../../../platform/lib/text.ts';
import { jsonObject, textIn } from '../../../content-bounds.ts';
import type { Reading } from '../../../customer-content.ts';
import { answersIn } from '../../../form-answers.ts';

type Message<Name extends keyof proto.IMessage> = NonNullable<proto.IMessage[Name]>;
type Text = string | null | undefined;

/** Null without a title. */
export function tapReading(title: Text, id: Text): Reading | null {
  const choice_id = textIn(id, MAX_ID);
  return title ? { body: title, ...(choice_id !== null && { details: { choice_id } }) } : null;
}

/** Other parameters are answers of a form. */
const OF_A_CHOICE: readonly string[] = ['id', 'title', 'description', 'display_text', 'disabled'];

/** A tap, or the answers of a form. */
export function readInteractiveReply(reply: Message<'interactiveResponseMessage'>): Reading | null {
  const params = jsonObject(reply.nativeFlowResponseMessage?.paramsJson) ?? {};
  const title = reply.body?.text || textIn(params.display_text) || textIn(params.title);
  const names = Object.keys(params);
  if (names.length === 0 || (params.id && names.every((name) => OF_A_CHOICE.includes(name))))
    return tapReading(title, textIn(params.id, MAX_ID));
  const answers = answersIn(params);
  return answers.length > 0 ? { details: { kind: 'answers', note: null, answers } } : tapReading(title, null);
}
