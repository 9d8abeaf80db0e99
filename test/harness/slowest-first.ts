import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Small files that take long, because they wait for processes, phones and timeouts. Vitest starts with the
 * largest files, so without this list one worker would run these at the end while the others are idle.
 */
export const SLOW_FILES = [
  'test/crash/kill.test.ts',
  'test/crash/database.test.ts',
  'test/crash/webhooks.test.ts',
  'src/app/processes/main.test.ts',
  'src/app/cli/examples.test.ts',
  'test/docs/guides.test.ts',
  'src/app/processes/identity/copied-folder.test.ts',
  'src/devices/sessions/sessions.test.ts',
  'src/messages/dispatch/dispatcher.test.ts',
  'test/e2e/main-way.test.ts',
  'test/crash/webhook-season.test.ts',
  'src/lib/postgres/embedded.test.ts',
  'src/engines/economy/recovery.test.ts',
];

/** Slow files first, in the order of the list; the others as they were. */
export function slowestFirst<T extends { moduleId: string }>(files: readonly T[]): T[] {
  const rank = ({ moduleId }: T) => {
    const place = SLOW_FILES.findIndex((file) => moduleId.endsWith(`/${file}`));
    return place === -1 ? SLOW_FILES.length : place;
  };
  return [...files].sort((a, b) => rank(a) - rank(b));
}

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return slowestFirst(await super.sort(files));
  }
}
