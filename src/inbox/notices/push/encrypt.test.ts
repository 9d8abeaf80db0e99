import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { areKeys, encryptFor } from './encrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The example of RFC 8291, section 5. */
const RECEIVER = {
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
};
const SALT = bytes('DGv6ra1nlYgDCS1FRnbzlw');
const SENDER = bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw');
const MESSAGE = [
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl',
  '7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
].join('');

test('the example of RFC 8291 comes out byte for byte', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(SENDER);

  const text = Buffer.from('When I grow up, I want to be a watermelon');
  const message = encryptFor(RECEIVER, text, { salt: SALT, sender });

  expect(message.toString('base64url')).toBe(MESSAGE);
});

test('keys that are no point of the curve, or too short, are refused', () => {
  const moved = Buffer.from(RECEIVER.p256dh);
  moved[64] = (moved[64] ?? 0) ^ 1;

  const { auth, p256dh } = RECEIVER;
  const answers = [RECEIVER, { auth, p256dh: moved }, { p256dh, auth: auth.subarray(1) }].map(areKeys);

  expect(answers).toEqual([true, false, false]);
});
