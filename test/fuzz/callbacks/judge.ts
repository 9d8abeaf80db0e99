import { UNSUPPORTED_BODY } from '../../../src/gateway/engines/customer-content.ts';
import { isMessage, type Sent } from './callback.ts';
import { FILES, SECRET } from './provider-messages.ts';
import type { Scene, Stored } from './scene.ts';
import { wordsIn } from './words.ts';

const MAX_BODY = 65_536;

const MAX_SHOWN = 4_000;
const SHOWN_TEXT = 60;

/** Long texts say no more than their first words. */
export const shown = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && part.length > SHOWN_TEXT ? `${part.slice(0, SHOWN_TEXT)}…` : part,
  ).slice(0, MAX_SHOWN);

/** What is wrong with the record of this callback. Empty when all is well. */
export function complaintsAbout(
  sent: readonly Sent[],
  stored: readonly Stored[],
  { numbers }: Scene,
): string[] {
  const rowsById = Map.groupBy(stored, ({ wa_message_id }) => wa_message_id);
  return sent.flatMap((one) => {
    const rows = rowsById.get(one.id) ?? [];
    const about = (what: string) => `${what}: ${shown(one.item)} -> ${shown(rows)}`;
    if (rows.length > 1) return [about('stored twice')];
    const [row] = rows;
    if (!row) return isMessage(one) ? [about('lost')] : [];
    return complaintsAboutRow(one, row, numbers[one.number]?.deviceId).map(about);
  });
}

function complaintsAboutRow(one: Sent, row: Stored, deviceId: number | undefined): string[] {
  const { item, kind, customer, isEcho, isMutated } = one;
  const said = wordsIn(item);
  const kept = JSON.stringify([row.body, row.details]);
  const rules: Record<string, boolean> = {
    'has another author': customer !== null && row.phone !== customer,
    'is of another number': row.device_id !== deviceId,
    'has another direction': row.direction !== (isEcho ? 'out' : 'in'),
    'loses its words': row.body === UNSUPPORTED_BODY && said.length > 0,
    'loses some words': !isMutated && said.some((words) => !kept.includes(words)),
    'says nothing': !isMutated && said.length > 0 && !said.some((words) => row.body?.includes(words)),
    'shows a secret': !isMutated && kept.includes(SECRET),
    'has no body': row.body === null && !FILES.includes(row.type),
    'is too long': (row.body?.length ?? 0) > 2 * MAX_BODY || kept.length > 6 * MAX_BODY,
  };
  return Object.entries(rules).flatMap(([rule, isBroken]) => (isBroken ? [`${kind} ${rule}`] : []));
}
