import { lt } from 'drizzle-orm';

import { type Store, queries } from '../../db/database';
import { waPacing } from '../schema/instances';

export async function purgePaces(store: Store, before: Date): Promise<void> {
  await queries(store).delete(waPacing).where(lt(waPacing.theoreticalAt, before));
}
