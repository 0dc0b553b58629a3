import { asObject, asObjects } from '../../../json-object';
import { ProviderRefusal, type ContactCalls } from '../driver';
import { accessOf, ask } from './ask';
import { errorOf, faultOf, sendErrorOf } from './errors';
import type { Graph } from './graph';
import { userOf } from './payload';

export const contactCalls = (graph: Graph): ContactCalls => ({
  async block(instance, who, blocked) {
    const user = userOf(who);
    if (user === undefined) throw new ProviderRefusal('refused', errorOf('recipient_id_unsupported'));
    const body = await ask(graph, instance, {
      method: blocked ? 'POST' : 'DELETE',
      path: [accessOf(instance).phoneNumberId, 'block_users'],
      body: { messaging_product: 'whatsapp', block_users: [{ user: user.value }] },
    });
    const [failed] = asObjects(asObject(body['block_users'])['failed_users']);
    if (failed === undefined) return;
    const fault = faultOf(asObjects(failed['errors'])[0]);
    const error = fault === undefined ? errorOf('provider_rejected') : sendErrorOf(fault, { httpStatus: 200 });
    throw new ProviderRefusal('refused', error);
  },
});
