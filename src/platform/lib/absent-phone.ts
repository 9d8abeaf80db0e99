import { KURIR } from './command-name.ts';

/** For numbers that are off in the sandbox. */
export function absentPhone(number: string): string {
  const isNumber = /^\d{8,15}$/.test(number);
  return isNumber
    ? `The sandbox has no phone with the number ${number}. Switch it on: ${KURIR} sandbox phone ${number}`
    : 'The sandbox has no phone with this number.';
}
