import type { Instance } from '../../../shared/whatsapp/instance';
import type { ScopedDb } from '../../db/scoped';
import type { WhatsAppContext } from '../context';
import { tagged } from '../etag';
import { presentInstances } from '../present/instances';
import type { InstanceRow } from '../work-types';

export async function showInstance(ctx: WhatsAppContext, db: ScopedDb, row: InstanceRow): Promise<Instance> {
  const [instance] = await presentInstances(ctx, db, [row]);
  if (!instance) throw new Error('One row is one instance.');
  return instance;
}

export const answerInstance = async (ctx: WhatsAppContext, db: ScopedDb, row: InstanceRow): Promise<Instance> =>
  tagged(ctx, row.version, await showInstance(ctx, db, row));

export const instanceTarget = ({ id, name }: Pick<InstanceRow, 'id' | 'name'>) => ({
  type: 'whatsapp_instance',
  id,
  label: name,
});
