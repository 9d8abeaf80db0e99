import { describe } from 'vitest';
import { useSettings } from '../harness/context.ts';

/** The tests of the queue once more, as behind a pooler in transaction mode. */
const FILES = [
  'src/messages/admission/admission.test.ts',
  'src/messages/dispatch/dispatcher.test.ts',
  'src/messages/queue/statuses.test.ts',
];

useSettings({ KURIR_DATABASE_PREPARED: 'off' });

for (const file of FILES) {
  // The query makes it another module than the file itself, which may have run in this worker.
  const { href } = new URL(`../../${file}?unprepared`, import.meta.url);
  describe(file, async () => void (await import(href)));
}
