import { describe } from 'vitest';
import { useSettings } from '../harness/context.ts';

/** Repeats the tests of the queue as behind a pooler in transaction mode. */
const FILES = [
  'src/gateway/messages/admission/admission.test.ts',
  'src/gateway/messages/dispatch/dispatcher.test.ts',
  'src/gateway/messages/queue/statuses.test.ts',
];

useSettings({ KURIR_DATABASE_PREPARED: 'off' });

for (const file of FILES) {
  // The query makes a new module, because this worker may have run the file.
  const { href } = new URL(`../../${file}?unprepared`, import.meta.url);
  describe(file, async () => void (await import(href)));
}
