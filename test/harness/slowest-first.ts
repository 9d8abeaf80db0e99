import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Small files that take long, because they wait for processes, phones and timeouts. Vitest starts with the
 * largest files, so without this list one worker would run these at the end while the others are idle.
 */
export const SLOW_FILES = [
  // Each of its looks collects the garbage of all files that its worker has run.
  'src/platform/lib/guarded-fetch/left-behind.test.ts',
  'src/app/processes/main.test.ts',
  'test/crash/database.test.ts',
  'test/docs/guides.test.ts',
  'test/crash/kill.test.ts',
  'test/plans/unprepared.test.ts',
  'src/app/processes/identity/copied-folder.test.ts',
  'test/crash/webhooks.test.ts',
  'src/gateway/devices/sessions/sessions.test.ts',
  'src/gateway/messages/dispatch/dispatcher.test.ts',
  'test/e2e/main-way.test.ts',
  'test/e2e/broadcast.test.ts',
  'test/crash/lost-answers.test.ts',
  'test/crash/takeover.test.ts',
  'test/crash/ownership.test.ts',
  'test/crash/webhook-season.test.ts',
  'test/harness/run-folder.test.ts',
  'test/security/body-cost.test.ts',
  'src/app/cli/examples.test.ts',
  'src/platform/lib/postgres/embedded.test.ts',
  'src/platform/lib/postgres/role.test.ts',
  'src/platform/lib/postgres/server-user.test.ts',
  'test/upgrade/upgrade.test.ts',
  'sandbox/process.test.ts',
  'test/launcher/launcher.test.ts',
  'src/gateway/messages/dispatch/official.test.ts',
  'src/gateway/engines/economy/recovery.test.ts',
  'src/gateway/engines/economy/driver.test.ts',
  'src/gateway/engines/official-cloud/driver.test.ts',
  'src/app/cli/environment.test.ts',
  'src/app/cli/status.test.ts',
  'src/app/processes/tls.test.ts',
  'test/crash/media.test.ts',
  'test/e2e/accounts.test.ts',
  'src/gateway/messages/dispatch/preparations/media.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/model/evidence.test.ts',
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
