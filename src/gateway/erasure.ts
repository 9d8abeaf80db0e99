import type { Context } from '../context.ts';
import type { ErasureStep } from '../platform/lib/erasing.ts';
import { optOutsErasure } from './broadcasts/opt-outs/kept.ts';
import { contactsErasure, contactUndosErasure } from './contacts/erasure.ts';
import { checksErasure, groupQuestionsErasure, type KeysOf, keysErasure } from './devices/erasure.ts';
import { eventsErasure } from './events/erasure.ts';
import { changesErasure, messagesErasure, notedErasure, updatesErasure } from './messages/erasure.ts';
import { filesErasure } from './messages/media/erasure.ts';
import { dropDeliveries } from './webhooks/release-store.ts';

/** Messages come first: what waits is not sent any more. */
export const gatewayErasure = (ctx: Pick<Context, 'box'>, keysOf: KeysOf): readonly ErasureStep[] => [
  messagesErasure,
  changesErasure,
  notedErasure,
  contactsErasure,
  contactUndosErasure,
  optOutsErasure(ctx.box),
  checksErasure,
  groupQuestionsErasure,
  keysErasure(keysOf),
  eventsErasure((tx, ids) => dropDeliveries(tx, { ids })),
  updatesErasure,
];

/** Again, for what was being stored at the request; then the wait for the files. */
export const gatewayErasureEnd: readonly ErasureStep[] = [messagesErasure, filesErasure];
