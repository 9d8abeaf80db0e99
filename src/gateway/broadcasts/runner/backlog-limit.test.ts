import { expect, test } from 'vitest';
import { testConfig } from '../../../../test/harness/context.ts';
import { backlogLimitOf } from './backlog-limit.ts';

test('the backlog limit of an official number is one second of messages', () => {
  const config = testConfig({ KURIR_CLOUD_MESSAGES_PER_SECOND: '200' });

  expect(backlogLimitOf('official_cloud', config)).toBe(200);
});
