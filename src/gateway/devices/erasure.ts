import { atOnce } from '../../platform/lib/erasing.ts';
import * as store from './erasure-store.ts';

/** Whether the numbers are on the network. */
export const checksErasure = atOnce('number_checks', (tx, { accountId, phones }) =>
  store.deleteChecks(tx, { accountId, phones }),
);

/** Members of groups. */
export const groupQuestionsErasure = atOnce('group_questions', (tx, { accountId, phones }) =>
  store.deleteGroupQuestions(tx, { accountId, phones }),
);

/** Names of the stored keys of people. */
export type KeysOf = (phones: readonly string[]) => { types: readonly string[]; ids: readonly string[] };

export const keysErasure = (keysOf: KeysOf) =>
  atOnce('encryption_keys', (tx, { accountId, phones }) =>
    store.deleteKeys(tx, { accountId, ...keysOf(phones) }),
  );
