/** Where the sandbox listens, and the token with which the gateway controls it. */
export interface SandboxAddress {
  url: string;
  token: string;
}
