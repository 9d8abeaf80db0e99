import { SECOND } from '../../src/platform/lib/clock.ts';
import { within } from '../../src/platform/lib/deadline.ts';

const CLIENT_TIMEOUT_MS = 10 * SECOND;

/** Null: the client has not answered in time. */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return (await within(CLIENT_TIMEOUT_MS, answer)) ? answer : null;
}
