// Each function runs inside a page, so it uses nothing from outside itself.

/** In the page of the gateway, after its owner has clicked there. Null: another page. */
export function readRequest() {
  const request = document.querySelector('script#kurir-passkey-request[type="application/json"]');
  return request === null ? null : request.textContent;
}

/** In a page of WhatsApp Web, in its own world: password managers answer only there. Empty: not signed. */
export async function sign(json) {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(json));
    const credential = await navigator.credentials.get({ publicKey });
    return JSON.stringify(credential.toJSON());
  } catch {
    return '';
  }
}

/** In the page of the gateway. */
export function deliver(answer) {
  document.dispatchEvent(new CustomEvent('kurir-passkey-answer', { detail: answer }));
}
