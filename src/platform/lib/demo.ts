/** Simulated. Its phone is on. */
export const DEMO_CUSTOMER = '6281234567890';
export const DEMO_OWNER = '6281100000001';
/** Logs in by a link; gets no mail. */
export const DEMO_USER = { email: 'demo@kurir.test', name: 'Demo' };

/** The first commands on a new sandbox. */
export function demoCommands(kurir: string) {
  return {
    pair: `${kurir} device pair --scan ${DEMO_OWNER}`,
    send: `${kurir} message send ${DEMO_CUSTOMER} "Halo dari Kurir"`,
    look: `${kurir} sandbox messages ${DEMO_CUSTOMER}`,
    dashboard: `${kurir} user log-in-link ${DEMO_USER.email}`,
  };
}
