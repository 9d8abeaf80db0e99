/** One event of the stream, as the gateway sends it. */
export interface LiveEvent {
  name: string;
  /** The parsed JSON. Handlers know the shape of their event. */
  data: unknown;
}

export type LiveState = 'connecting' | 'open' | 'lost';

/**
 * Reads the lines of server-sent events from pieces of text. Returns the events that became complete, and the
 * position to resume from.
 */
export function createEventReader(): (text: string) => { events: LiveEvent[]; lastId: string | null } {
  let rest = '';
  let lastId: string | null = null;
  let name = '';
  let data = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const events: LiveEvent[] = [];
    for (const line of lines) {
      const [, field, value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      if (field === 'id') lastId = value;
      if (field === 'event') name = value;
      if (field === 'data') data = value;
      if (line !== '') continue;
      if (name !== '') events.push({ name, data: JSON.parse(data) });
      name = '';
      data = '';
    }
    return { events, lastId };
  };
}
