/** The token admits the gateway to the sandbox control. */
export interface SandboxAddress {
  url: string;
  token: string;
}
