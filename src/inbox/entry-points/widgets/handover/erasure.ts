import { atOnce } from '../../../../platform/lib/erasing.ts';
import { deleteCodes } from './erasure-store.ts';

export const codesErasure = atOnce('web_codes', (tx, { accountId, phones }) =>
  deleteCodes(tx, { accountId, phones }),
);
