import pg from 'pg';
import { nameOfText } from './statement.ts';

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/** A client that prepares the statements of the stores under their names; any other text is planned each time. */
export function preparingClient(): typeof pg.Client {
  class PreparingClient extends pg.Client {}
  const query = pg.Client.prototype.query as Query; // its overloads differ in what the callback gets only
  PreparingClient.prototype.query = function (
    this: pg.Client,
    config: unknown,
    values?: unknown,
    callback?: unknown,
  ) {
    const name = typeof config === 'string' ? nameOfText(config) : undefined;
    if (name === undefined) return query.call(this, config, values, callback);
    return query.call(this, { name, text: config, values }, callback);
  } as typeof pg.Client.prototype.query;
  return PreparingClient;
}
