import type { AccountKind } from '../../platform/accounts/account.ts';

const APP = 'https://wa.me/';
/** Numbers of the sandbox may belong to strangers in the real network. */
const SANDBOX_CHAT = 'sandbox/chat';

/**
 * Opens a chat with a number (digits) in the messaging app, with a text in its field. Made of the number alone, so that
 * no visitor can choose where it leads. `base`: of this gateway, for sandbox accounts.
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
