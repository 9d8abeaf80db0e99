import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { HOUR } from '../../../src/platform/lib/clock.ts';
import { verifyCallback } from '../api/management.ts';
import { type Cloud, saveApp } from '../cloud.ts';
import { definedFields } from '../json.ts';
import { applyBehaviour } from '../numbers.ts';
import { savePerson } from '../people/people.ts';
import { AppBody, ClockBody, PersonBody } from './schema.ts';
import { viewCloud } from './view.ts';

/** Controls the app, its people and its clock. */
export function appRoutes(scope: FastifyInstance, cloud: Cloud): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();

  http.get('/sandbox/cloud', async () => viewCloud(cloud));

  http.post('/sandbox/cloud', { schema: { body: AppBody } }, async (request) => {
    const { behaviour, app_secret, verify_token, callback_url } = request.body;
    const { app } = cloud;
    app.app_secret = app_secret ?? app.app_secret;
    app.verify_token = verify_token ?? app.verify_token;
    if (callback_url !== undefined) app.callback_url = callback_url;
    if (behaviour) app.behaviour = { ...app.behaviour, ...definedFields(behaviour) };
    applyBehaviour(cloud);
    saveApp(cloud);
    await cloud.store.db.committed();
    return viewCloud(cloud);
  });

  http.post('/sandbox/cloud/verify', async () => verifyCallback(cloud));

  http.post('/sandbox/cloud/people', { schema: { body: PersonBody } }, async (request) => {
    const person = savePerson(cloud, request.body);
    await cloud.store.db.committed();
    return person;
  });

  http.post('/sandbox/cloud/clock', { schema: { body: ClockBody } }, async (request) => {
    const { reset, advance_ms = 0, advance_hours = 0, frozen } = request.body;
    if (reset) resetClock(cloud);
    if (frozen === true) cloud.clock.freeze();
    cloud.clock.advance(advance_ms + Math.round(advance_hours * HOUR));
    if (frozen === false) cloud.clock.unfreeze();
    saveApp(cloud);
    await cloud.store.db.committed();
    return viewCloud(cloud).clock;
  });
}

/** Returns to the real time. Limits and caches that count until a later time start again. */
function resetClock(cloud: Cloud): void {
  cloud.clock.reset();
  cloud.pairs.clear();
  cloud.management.clear();
  cloud.linkFetcher.forgetAll();
  applyBehaviour(cloud);
}
