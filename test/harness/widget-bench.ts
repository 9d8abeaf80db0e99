import type { OutboundMessage } from '../../src/gateway/engines/engine.ts';
import type { EngineBench } from '../../src/gateway/engines/test-bench.ts';
import { createWidgetDriver } from '../../src/gateway/engines/widget/driver.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';

const VISITOR = '0f8fad5bd9cb469fa16570867728950e@visitor';

/** The engine of live chats, with the page of one visitor. */
export async function startWidgetBench(): Promise<EngineBench> {
  const shown = new Map<string, OutboundMessage>();
  let written = 0;
  let isTyping = false;
  const driver = createWidgetDriver({
    clock: systemClock,
    pages: {
      show: (_deviceUuid, message) => void shown.set(message.waMessageId, message),
      showTyping: (_deviceUuid, to) => {
        isTyping = to === VISITOR;
      },
    },
  });
  const elsewhere = () => {
    throw new Error('visitors have no phone');
  };
  return {
    driver,
    number: null,
    customer: VISITOR,
    admit: async () => {},
    // The gateway takes it at its public address, not from this session.
    write: async () => `web.${++written}`,
    say: elsewhere,
    call: elsewhere,
    sayRaw: elsewhere,
    heard: elsewhere,
    read: async () => {},
    seesRead: async () => false,
    seesTyping: async () => isTyping,
    reply: elsewhere,
    replies: elsewhere,
    inbox: async () =>
      [...shown.values()].map(({ waMessageId, type, body, quote }) => ({
        wa_message_id: waMessageId,
        type,
        // A player has no caption.
        text: type === 'audio' ? null : body,
        quoted: quote?.id ?? null,
      })),
    async file(waMessageId) {
      const response = await fetch(shown.get(waMessageId)?.mediaUrl ?? '');
      return Buffer.from(await response.arrayBuffer());
    },
    stop: async () => {},
  };
}
