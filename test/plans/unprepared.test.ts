import { describe } from 'vitest';
import { useSettings } from '../harness/context.ts';

/** The tests of the queue once more, as behind a pooler in transaction mode. */
useSettings({ KURIR_DATABASE_PREPARED: 'off' });

describe('admission', async () => void (await import('../../src/messages/admission/admission.test.ts')));
describe('dispatch', async () => void (await import('../../src/messages/dispatch/dispatch.test.ts')));
describe('statuses', async () => void (await import('../../src/messages/queue/statuses.test.ts')));
