import { globSync, readFileSync } from 'node:fs';
import { REFUSALS } from '../../../src/gateway/broadcasts/refusals.ts';
import { FAILURES } from '../../../src/gateway/messages/queue/failures.ts';
import { MEDIA_CODES } from '../../../src/platform/lib/media/refusal.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** The codes of engines are texts in their sources: `code: 'not_on_whatsapp'`. */
const ENGINE_CODES = globSync('src/gateway/engines/economy/outbound/*.ts', { cwd: ROOT })
  .concat(globSync('src/gateway/engines/official-cloud/sending/*.ts', { cwd: ROOT }))
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(ROOT + file, 'utf8').matchAll(/\bcode: '([a-z_]+)'/g)])
  .map(([, code = '']) => code);

/** Codes of failed messages, as the gateway and its engines write them. */
export const MESSAGE_CODES: readonly string[] = [...Object.keys(FAILURES), ...ENGINE_CODES, ...MEDIA_CODES];
export const BROADCAST_CODES: readonly string[] = Object.keys(REFUSALS);
