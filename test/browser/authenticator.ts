import type { Page } from 'playwright-core';

/** As the sandbox tells it of a phone. */
interface Passkey {
  credential_id: string;
  private_key: string;
}

/** An authenticator of the page that holds this passkey of WhatsApp, and says yes. */
export async function plugIn(
  page: Page,
  { credential_id, private_key }: Passkey,
  { isVerified = true } = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  });
  await session.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: Buffer.from(credential_id, 'base64url').toString('base64'),
      isResidentCredential: true,
      rpId: 'whatsapp.com',
      privateKey: private_key,
      userHandle: Buffer.from('owner').toString('base64'),
      signCount: 1,
    },
  });
}
