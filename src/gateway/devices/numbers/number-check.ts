import type { Context } from '../../../context.ts';
import type { Caller, Sight } from '../../../platform/accounts/account.ts';
import { advise, type GivenNumber } from '../../../platform/lib/numbering-plan.ts';
import { normalizePhone, problemOf } from '../../../platform/lib/phone.ts';
import { ENGINE_KINDS } from '../../engines/kinds.ts';
import { getDevice } from '../device.ts';
import { askNetwork, MAX_ASKED_PER_MINUTE, type NetworkAnswer, type Silence } from './questions.ts';
import type { CheckedNumber, CheckNumbers } from './schema.ts';

const SILENCES: Record<Silence, string> = {
  not_connected: 'The device is not connected, so it could not ask the network.',
  too_many:
    `The device asks the network for ${MAX_ASKED_PER_MINUTE} unknown numbers in a minute. ` +
    'Check it again in a minute.',
  no_answer: 'The network has not answered. Check it again in a minute.',
};

/**
 * Advice of the numbering plans, and the network's answer. Refuses and changes nothing. ApiError
 * device_not_found.
 */
export async function checkNumbers(
  ctx: Context,
  account: Sight & Pick<Caller, 'country_code'>,
  { device_uuid, numbers }: CheckNumbers,
): Promise<CheckedNumber[]> {
  const device = await getDevice(ctx, account, device_uuid);
  const { country_code } = account;
  const home = { homePhone: device.phone_number, homeCode: country_code };
  const given = numbers.map((text) => ({ text, phone: normalizePhone(text, country_code) }));
  const phones = new Set(given.flatMap(({ phone }) => phone ?? []));
  const canAsk = ENGINE_KINDS[device.engine].checksNumbers && phones.size > 0;
  const answers = canAsk ? await askNetwork(ctx, device, [...phones]) : new Map<string, NetworkAnswer>();
  return given.map(({ text, phone }) =>
    phone === null ? refused(text, country_code) : checked({ text, phone, ...home }, answers.get(phone)),
  );
}

function refused(input: string, countryCode: string): CheckedNumber {
  const hint = `It ${problemOf(input, countryCode) ?? 'is no number'}.`;
  return { input, number: null, country: null, plausible: false, hint, local: null, on_network: null };
}

function checked(given: GivenNumber, answer: NetworkAnswer | undefined): CheckedNumber {
  const { country, plausible, hint, local: other } = advise(given);
  const local = other && { number: other.phone, country: other.country };
  const common = { input: given.text, number: given.phone, country, plausible, local };
  if (typeof answer !== 'string') return { ...common, hint, on_network: answer ?? null };
  return {
    ...common,
    hint: [hint, SILENCES[answer]].filter((text) => text !== null).join(' '),
    on_network: null,
  };
}
