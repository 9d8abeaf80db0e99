import { z } from 'zod';
import { digitsOf } from '../../../../platform/lib/phone.ts';
import type { AccountUpdate, CallbackItems } from '../../callbacks.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { accountChangeOf } from './account-updates.ts';
import { CALLS } from './calls.ts';
import { PREFERENCES } from './consent.ts';
import { ECHOES } from './echo.ts';
import type { Change, Envelope } from './envelope.ts';
import { NumberChange } from './number-change.ts';
import { HANDOVERS, STANDBY } from './standby.ts';
import { standingReportOf } from './standing-reports.ts';
import { templateReportOf } from './template-reports.ts';

const NamedNumber = z.object({ display_phone_number: lenient(textOrNumber(64)) });

export function readItems({ changes, broken }: Envelope, receivedAt: Date): CallbackItems {
  const noted = { items: [], accounts: [], restrictions: [] };
  const found: CallbackItems = { ...noted, accountOf: new Map(), broken };
  for (const change of changes) {
    const { wabaId, phoneNumberId, field, value } = change;
    if (phoneNumberId === undefined) {
      if (wabaId !== undefined) found.accounts.push(accountUpdateOf(wabaId, change, receivedAt));
      continue;
    }
    if (wabaId !== undefined) found.accountOf.set(phoneNumberId, wabaId);
    if (field === 'messages') new NumberChange(found, phoneNumberId, receivedAt).read(value);
    else if (field === PREFERENCES) new NumberChange(found, phoneNumberId, receivedAt).readPreferences(value);
    else if (field === CALLS) new NumberChange(found, phoneNumberId, receivedAt).readCalls(value);
    else if (field === STANDBY) new NumberChange(found, phoneNumberId, receivedAt).readStandby(value);
    else if (field === HANDOVERS) new NumberChange(found, phoneNumberId, receivedAt).readHandover(value);
    else if (field === ECHOES) new NumberChange(found, phoneNumberId, receivedAt).readEchoes(value);
    else found.items.push({ kind: 'other', phoneNumberId, field, payload: value });
  }
  return found;
}

/** An account update names its number by digits, not by id. */
function accountUpdateOf(wabaId: string, { field, value, at }: Change, receivedAt: Date): AccountUpdate {
  const { display_phone_number } = NamedNumber.safeParse(value).data ?? {};
  return {
    wabaId,
    field,
    phoneNumber: digitsOf(display_phone_number ?? '') || null,
    payload: value,
    at: at ?? receivedAt,
    template: templateReportOf(field, value),
    standing: standingReportOf(field, value),
    change: field === 'account_update' ? accountChangeOf(value) : null,
  };
}
