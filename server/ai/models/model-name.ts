import type { ScopedDb } from '../../db/scoped';
import { readModelsSettings } from '../queries/settings';
import type { Models } from './models';
import { viewOf } from './view';

/** Reads through `db`, which may be a transaction. */
export async function isModelName(
  { models, db }: { models: Pick<Models, 'catalogue'>; db: ScopedDb },
  name: string,
): Promise<boolean> {
  const { workspaceId, store } = db;
  const settings = await readModelsSettings(store, workspaceId);
  return viewOf(models.catalogue.listings, { workspaceId, settings }).candidates(name).length > 0;
}
