import type { Producers } from '../automation/arbiter/producers.ts';
import { handOffText } from '../automation/assistant/hand-off.ts';
import { openAutoReplies } from '../automation/rules/producer.ts';
import type { Context } from '../context.ts';

const nothing = async () => null;

/** What can answer, in this process. */
export function openProducers(ctx: Context): Producers {
  return {
    flows: {
      ...{
        isRunning: async () => false,
        continue: nothing,
        leave: nothing,
        start: nothing,
        trigger: nothing,
      },
      ...{ takeDueWakes: async () => [], wake: nothing },
    },
    rules: openAutoReplies(ctx),
    assistant: {
      answer: nothing,
      handOffText: (chat, _reason, { at }, said = null) => handOffText(ctx.db, chat, { said, at }),
    },
  };
}
