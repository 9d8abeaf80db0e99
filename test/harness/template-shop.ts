import type { TestCloud } from '../../sandbox/graph/test-cloud.ts';
import type { Customer, Service } from './service.ts';
import type { Json } from './shop.ts';
import { until } from './until.ts';

export interface TemplateShop extends Customer {
  uuid: string;
  create(change?: object): ReturnType<Customer['api']>;
  list(): Promise<Json[]>;
  review(decision: object): Promise<unknown>;
  reviewed(fits: (template: Json) => boolean): Promise<Json>;
}

export const PROMO = {
  ...{ name: 'promo', language: 'id', category: 'marketing' },
  header: { type: 'text', text: 'Promo {{1}}' },
  body: 'Halo {{1}}, diskon {{2}} hari ini.',
  footer: 'Toko Kurir',
  buttons: [
    { type: 'quick_reply', text: 'Mau' },
    { type: 'url', text: 'Lihat', url: 'https://example.com/{{1}}' },
    { type: 'phone_number', text: 'Telepon', phone_number: '+62215550100' },
    { type: 'copy_code' },
  ],
  examples: { 'header.1': 'Kopi', '1': 'Ani', '2': '10 %', 'button.1': 'kopi', 'button.3': 'HEMAT' },
};

let numbers = 0;

/** An account with an official device at the provider, whose reviewer decides as the test says. */
export async function openTemplateShop(
  cloud: TestCloud,
  service: Service,
  templates: object[] | null = [],
): Promise<TemplateShop> {
  numbers += 1;
  const [id, token, wabaId] = [`60${numbers}`, `EAAH${numbers}`, `8000${numbers}`];
  await cloud.post('/sandbox/cloud/numbers', {
    ...{ phone_number_id: id, access_token: token, waba_id: wabaId, templates },
    ...{ display_phone_number: `+62812100${1000 + numbers}`, verified_name: 'Toko' },
  });
  const customer = await service.customer();
  const { body } = await customer.api('POST', '/v1/devices', {
    ...{ engine: 'official_cloud', label: 'Resmi' },
    ...{ official_phone_number_id: id, official_access_token: token },
  });
  const uuid: string = body.device_uuid;
  const list = async () => (await customer.api('GET', `/v1/devices/${uuid}/templates`)).body.data;
  return {
    ...customer,
    uuid,
    list,
    create: (change = {}) =>
      customer.api('POST', '/v1/templates', { device_uuid: uuid, ...PROMO, ...change }),
    review: (decision) =>
      cloud.post(`/sandbox/cloud/numbers/${id}/templates/review`, {
        name: 'promo',
        language: 'id',
        ...decision,
      }),
    reviewed: (fits) => until(async () => (await list()).find(fits) ?? null),
  };
}
