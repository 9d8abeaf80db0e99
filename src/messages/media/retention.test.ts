import { expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { allStatements } from '../../lib/db/statement.ts';
import './store.ts';

test.each(['media.expire', 'media.list_removed'])(
  '%s reads no row of a file that the storage refuses to delete',
  async (name) => {
    const ctx = await testContext();
    const statement = allStatements().find((each) => each.name === name);
    const client = await ctx.pool.connect();

    const { rows } = await client.query(`explain (generic_plan) ${statement?.text}`);
    client.release();

    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using message_media_(created|withdrawn)/);
    expect(plan).not.toContain('Filter');
  },
);
