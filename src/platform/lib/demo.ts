/** The simulated customer of the first start. Its phone is on. */
export const DEMO_CUSTOMER = '6281234567890';
/** The simulated phone that scans the QR. */
export const DEMO_OWNER = '6281100000001';
/** The owner of the demo account, who logs in by a link. The address can get no mail. */
export const DEMO_USER = { email: 'demo@kurir.test', name: 'Demo' };

/** The first commands on a new sandbox: a message from one simulated phone to another, and the dashboard. */
export function demoCommands(kurir: string) {
  return {
    pair: `${kurir} device pair --scan ${DEMO_OWNER}`,
    send: `${kurir} message send ${DEMO_CUSTOMER} "Halo dari Kurir"`,
    look: `${kurir} sandbox messages ${DEMO_CUSTOMER}`,
    dashboard: `${kurir} user log-in-link ${DEMO_USER.email}`,
  };
}
