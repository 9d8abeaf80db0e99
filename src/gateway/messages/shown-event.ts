import type { Db } from '../../platform/lib/db/db.ts';
import { findShownTexts } from './history/history.ts';

/** Possible codes of a chat link or web chat. Other texts cost no statement. */
const MAY_HAVE_CODE = /\bref|web(?:[.:\s]|\\n){1,4}(?:[2-9a-z]{4}-?){7}/i;

/** The parts of `message.received` that are read here. */
interface Received {
  device_uuid: string;
  wa_message_id: string;
}

/** Bodies of `message.received` by position, without codes of entry points. Unchanged bodies are missing. */
export async function shownEvents(
  db: Db,
  accountId: number,
  bodies: ReadonlyMap<number, string>,
): Promise<Map<number, string>> {
  const candidates = [...bodies].flatMap(([position, text]) => {
    if (!MAY_HAVE_CODE.test(text)) return [];
    const body: Received = JSON.parse(text); // written by this gateway
    return [{ position, body }];
  });
  if (candidates.length === 0) return new Map();
  const shown = await findShownTexts(
    db,
    accountId,
    candidates.map(({ body }) => body),
  );
  return new Map(
    candidates.flatMap(({ position, body }, index) => {
      const text = shown.get(index);
      return text === undefined ? [] : [[position, JSON.stringify({ ...body, body: text })] as const];
    }),
  );
}
