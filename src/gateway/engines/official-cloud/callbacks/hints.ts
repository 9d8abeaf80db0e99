import type { NamedIds } from '../../callbacks.ts';

const HINT = /"(phone_number_id|waba_id|id)"\s*:\s*"([^"\\]{1,64})"/g;
/** All ids of a callback lead to one app's secret. */
const MAX_HINTS = 1_000;

/** Unsigned bytes are never parsed. */
export function hintsIn(bytes: Buffer): NamedIds {
  const numbers = new Set<string>();
  const wabaIds = new Set<string>();
  let hints = 0;
  for (const [, key, id = ''] of bytes.toString('latin1').matchAll(HINT)) {
    (key === 'phone_number_id' ? numbers : wabaIds).add(id);
    hints += 1;
    if (hints === MAX_HINTS) break;
  }
  return { numbers: [...numbers], wabaIds: [...wabaIds] };
}
