import type { Producers } from '../automation/arbiter/producers.ts';
import { openAssistant } from '../automation/assistant/assistant.ts';
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
    assistant: openAssistant(ctx),
  };
}
