import type { GoesWith } from '../gateway/messages/retention/old-messages.ts';
import { listConversationsOf } from '../inbox/conversations/erasure.ts';
import type { Tx } from '../platform/lib/db/db.ts';
import {
  atOnce,
  ERASED_AT_ONCE,
  type Erased,
  type ErasureStep,
  idOf,
  walked,
} from '../platform/lib/erasing.ts';
import * as store from './erasure-store.ts';

const ofPerson = async (tx: Tx, { accountId, personIds }: Erased) => ({
  accountId,
  conversationIds: await listConversationsOf(tx, accountId, personIds),
});

const workErasure = atOnce('questions', async (tx, erased) => store.endWork(tx, await ofPerson(tx, erased)));

const ignoredErasure = atOnce('ignored_numbers', (tx, { accountId, phones }) =>
  store.forgetIgnored(tx, { accountId, phones }),
);

const decisionsErasure: ErasureStep = {
  kind: 'decisions',
  async erase(tx, erased, place) {
    const of = await ofPerson(tx, erased);
    const found = await store.eraseDecisions(tx, { ...of, after: Number(place), limit: ERASED_AT_ONCE });
    return walked(found, found.length, idOf);
  },
};

const judgementsErasure = atOnce('judgements', async (tx, erased) =>
  store.eraseJudgements(tx, await ofPerson(tx, erased)),
);

/** First, so that the automation writes nothing more. */
export const assistantErasure: readonly ErasureStep[] = [
  workErasure,
  ignoredErasure,
  decisionsErasure,
  judgementsErasure,
];

/** With old messages. */
export const forgetMessages: GoesWith = (tx, { ids }) => store.forgetMessages(tx, { ids });
