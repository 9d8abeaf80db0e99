import { createHash } from 'node:crypto';
import { placesIn, readPassword, readSystemIdentifier } from './cluster.ts';

/** Secret, equal in copies. Null without a cluster. */
export async function idOfCluster(dataDir: string): Promise<string | null> {
  const places = placesIn(dataDir);
  const [name, password] = await Promise.all([readSystemIdentifier(places), readPassword(places)]);
  if (name === null || password === null) return null;
  return createHash('sha256').update(`kurir cluster ${name} ${password}`).digest('hex');
}
