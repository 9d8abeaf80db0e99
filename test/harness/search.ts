import type { SearchIndexer } from '../../src/inbox/conversations/search/indexer.ts';
import type { TestContext } from './context.ts';
import { until } from './until.ts';

const IS_DONE = `
  select goal_message_id is null and message_id >= coalesce((select max(id) from messages), 0)
    and conversation_id >= coalesce((select max(id) from conversations), 0) as done
  from search_progress`;

/** Also waits for open transactions of other databases on the server: their numbers are of one series. */
export async function indexAll(ctx: TestContext, indexer: SearchIndexer): Promise<void> {
  await until(
    async () => {
      await indexer.runOnce();
      return (await ctx.pool.query(IS_DONE)).rows[0].done;
    },
    { what: 'the end of the indexing' },
  );
}
