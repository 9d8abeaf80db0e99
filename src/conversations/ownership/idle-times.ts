import { HOUR } from '../../lib/clock.ts';

const HUMAN_IDLE_HOURS = 12;
const BOT_IDLE_HOURS = 24;

/** After the last sign of staff. */
export const HUMAN_IDLE_MS = HUMAN_IDLE_HOURS * HOUR;
/** After the last message. */
export const BOT_IDLE_MS = BOT_IDLE_HOURS * HOUR;

/** SQL: not later than the next change of the owner by itself. Null: never. Later messages may postpone it. */
export const timerOf = (state: string, now: string) => `
  case ${state} when 'human_active' then ${now}::timestamptz + interval '${HUMAN_IDLE_HOURS} hours'
    when 'bot' then ${now}::timestamptz + interval '${BOT_IDLE_HOURS} hours' end`;
