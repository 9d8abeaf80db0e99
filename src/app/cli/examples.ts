/**
 * Of each command and each group, without the name of the program. Its help shows them, and a test parses
 * them.
 */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': ['start --sandbox', 'status', 'device pair', "message send 6281234567890 'Halo'"],
  start: ['start', 'start --sandbox'],
  stop: ['stop', 'stop --json'],
  status: ['status', 'status --json'],
  adopt: ['adopt', 'adopt --original-is-gone'],

  account: ["account create --name 'Toko Maju'", 'account list'],
  'account create': [
    "account create --name 'Toko Maju'",
    "account create --name 'Toko Maju' --plan pro --live --json",
  ],
  'account list': ['account list', 'account list --json'],
  'account set': ['account set 1 --unresolved resend'],
  'account set-plan': ['account set-plan 1 business'],
  'account suspend': ['account suspend 1'],
  'account activate': ['account activate 1'],
  'account cancel': ['account cancel 1'],

  key: ['key create 1', 'key list 1'],
  'key create': ['key create 1', 'key create 1 --name Reports --scope read --expires 2099-12-31'],
  'key list': ['key list 1'],
  'key revoke': ['key revoke KEY_ID'],

  plan: ['plan list', 'plan set pro --max-devices 20'],
  'plan list': ['plan list'],
  'plan set': [
    'plan set pro --max-devices 20',
    'plan set trial --rate-per-minute 9 --monthly-quota 99 --max-devices 1',
  ],

  device: ['device pair', 'device list'],
  'device pair': ['device pair --label Toko', 'device pair --scan 6281100000001'],
  'device qr': ['device qr', 'device qr DEVICE_UUID --png qr.png'],
  'device list': ['device list', 'device list --account 1 --json'],

  message: ["message send 6281234567890 'Halo'", 'message list'],
  'message send': [
    "message send 6281234567890 'Halo'",
    "message send 6281234567890 'Pesanan siap' --key order-17 --no-wait",
  ],
  'message list': ['message list', 'message list --device 6281100000001 --json'],

  number: ['number check 081234567890'],
  'number check': [
    'number check 081234567890 81234567890',
    'number check 081234567890 --device 6281100000001 --json',
  ],

  webhook: ['webhook list', 'webhook test 1'],
  'webhook list': ['webhook list', 'webhook list --account 1'],
  'webhook deliveries': ['webhook deliveries 1', 'webhook deliveries 1 --status failed'],
  'webhook attempts': ['webhook attempts --delivery 1'],
  'webhook replay': ['webhook replay --delivery 1', 'webhook replay --webhook 1 --since 2026-01-31'],
  'webhook test': ['webhook test 1'],
  'webhook enable': ['webhook enable 1'],
  'webhook rotate-secret': ['webhook rotate-secret 1', 'webhook rotate-secret 1 --overlap-hours 0'],
  'webhook remove': ['webhook remove 1'],

  broadcast: ['broadcast list --status running', 'broadcast pause 1'],
  'broadcast list': ['broadcast list', 'broadcast list --account 1 --status running'],
  'broadcast pause': ['broadcast pause 1'],
  'broadcast resume': ['broadcast resume 1'],
  'broadcast cancel': ['broadcast cancel 1'],

  audit: ['audit list'],
  'audit list': ['audit list', 'audit list --account 1 --since 2026-01-31 --json'],

  sandbox: ['sandbox scan DEVICE_UUID 6281100000001', 'sandbox messages 6281100000001'],
  'sandbox scan': ['sandbox scan DEVICE_UUID 6281100000001'],
  'sandbox phone': ['sandbox phone 6281234567890'],
  'sandbox messages': ['sandbox messages 6281234567890'],
  'sandbox send': ['sandbox send 6281234567890 6281100000001 Halo'],
  'sandbox read': ['sandbox read 6281234567890 WA_MESSAGE_ID'],
  'sandbox drop': ['sandbox drop DEVICE_UUID'],
  'sandbox restore': ['sandbox restore DEVICE_UUID'],
  'sandbox logout': ['sandbox logout DEVICE_UUID'],
  'sandbox ban': ['sandbox ban DEVICE_UUID'],

  'sandbox cloud': ['sandbox cloud numbers', 'sandbox cloud write 1001 6281234567890 Halo'],
  'sandbox cloud numbers': ['sandbox cloud numbers'],
  'sandbox cloud number': ["sandbox cloud number 1001 token-1 6281100000009 'Toko Maju'"],
  'sandbox cloud set': [`sandbox cloud set 1001 '{"state": "banned"}'`],
  'sandbox cloud token': ['sandbox cloud token 1001 token-2'],
  'sandbox cloud revoke': ['sandbox cloud revoke token-1'],
  'sandbox cloud messages': ['sandbox cloud messages 1001'],
  'sandbox cloud write': ['sandbox cloud write 1001 6281234567890 Halo'],
  'sandbox cloud tap': ['sandbox cloud tap 1001 6281234567890 MESSAGE_ID Yes'],
  'sandbox cloud read': ['sandbox cloud read 1001 MESSAGE_ID'],
  'sandbox cloud status': ['sandbox cloud status'],
  'sandbox cloud clock': ['sandbox cloud clock 24'],
  'sandbox cloud fault': [`sandbox cloud fault '{"code": 131056, "count": 3}'`],
  'sandbox cloud faults': ['sandbox cloud faults'],
  'sandbox cloud heal': ['sandbox cloud heal'],
  'sandbox cloud requests': ['sandbox cloud requests'],
};
