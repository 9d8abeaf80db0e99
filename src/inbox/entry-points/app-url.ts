import type { AccountKind } from '../../platform/accounts/account.ts';

const APP = 'https://wa.me/';
/** Sandbox numbers may belong to strangers in the real network. */
const SANDBOX_CHAT = 'sandbox/chat';

/**
 * Opens a chat with a prepared text. From the number (digits) alone: no visitor chooses the
 * address. `base`: of this gateway, for sandbox accounts.
 */
export function appUrl(
  { network, phone_number }: { network: AccountKind; phone_number: string },
  text: string,
  base: string,
): string {
  const message = encodeURIComponent(text);
  return network === 'sandbox'
    ? `${base.replace(/\/+$/, '')}/${SANDBOX_CHAT}?phone=${phone_number}&text=${message}`
    : `${APP}${phone_number}?text=${message}`;
}
