import type { InboundHook } from '../../../gateway/messages/inbound/inbound.ts';
import * as store from './index-store.ts';

export const { indexAgain } = store;

/** A message that took the place of an unreadable one is found by its words. Runs after the conversations are made. */
export const replacedHook: InboundHook = async (tx, messages) => {
  const ids = messages.flatMap(({ id, is_replacement }) => (is_replacement ? [id] : []));
  if (ids.length > 0) await indexAgain(tx, ids);
};
