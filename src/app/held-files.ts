import { listFilesOfFlows } from '../assistant/flows/flow.ts';
import { listFilesOfRules } from '../assistant/rules/auto-reply.ts';
import { listHeldFiles } from '../gateway/broadcasts/broadcast.ts';
import type { FindHeld } from '../gateway/uploads/upload.ts';
import { listFilesOfReplies } from '../inbox/conversations/canned-replies/canned-reply.ts';

const HOLDERS: readonly FindHeld[] = [listHeldFiles, listFilesOfReplies, listFilesOfRules, listFilesOfFlows];

/** Which of these uploads something will still send. */
export const findHeld: FindHeld = async (db, { ids }) => {
  const held: { file_id: string }[] = [];
  // A transaction has one connection.
  if (ids.length > 0) for (const list of HOLDERS) held.push(...(await list(db, { ids })));
  return held;
};
