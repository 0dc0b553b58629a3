import type { startServer } from '../support/app';
import { expecting, restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

type Server = Awaited<ReturnType<typeof startServer>>;
export type WhatsAppScene = Awaited<ReturnType<ReturnType<typeof whatsAppScenes>>>;

let named = 0;
/** A name that no other test has. */
export const freshName = (): string => `Instance ${process.pid} ${(named += 1)}`;

/** Makes scenes: each a workspace of its own with a key that may do all. */
export function whatsAppScenes(server: Pick<Server, 'url'>) {
  return async function scene(of?: string) {
    const workspaceId = of ?? (await seedWorkspace('WhatsApp'));
    const keyOf = async (columns: Parameters<typeof seedKey>[1]) =>
      restClient(server.url, (await seedKey(workspaceId, columns)).secret);
    const call = await keyOf({ fullAccess: true });
    const expectStatus = expecting(call);
    return {
      workspaceId,
      call,
      keyOf,
      expectStatus,
      /** A connected sandbox, unless told otherwise; `at` is its path. */
      instance: async (change: object = {}) => {
        const instance = await expectStatus(201, 'POST', '/whatsapp/instances', { name: freshName(), ...change });
        return { ...instance, at: `/whatsapp/instances/${instance.id}` };
      },
      /** Events of the workspace, oldest first. */
      events: async (type: string) =>
        (await expectStatus(200, 'GET', `/events?sort=created_at&limit=100&type=${type}`)).data as {
          id: string;
          type: string;
          // A test looks into whatever came.
          data: any; // oxlint-disable-line typescript/no-explicit-any
        }[],
    };
  };
}

/** Somebody of the simulated network writes. */
export const inboundText = (from: string, text = 'Hello', more: object = {}) => ({
  from,
  event: { type: 'message', content: { type: 'text', text } },
  ...more,
});

/** Everything that belongs to an instance of the sandbox, and instances for what would disturb it. */
export async function addInstanceFixtures(
  call: ReturnType<typeof restClient>,
  instance: string,
  idle?: (instanceId: string) => Promise<void>,
) {
  const at = `/whatsapp/instances/${instance}`;
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const write = async (from: string) =>
    (await ask('POST', `${at}/sandbox/inbound`, inboundText(from))).data[0].contact_id as string;
  const [contact, other] = [await write('+15550100020'), await write('+15550100021')];
  const group = async (subject: string) =>
    (await ask('POST', `${at}/groups`, { subject, participants: [contact, other] })).id as string;
  const crew = await group('Crew');
  const event = { type: 'group', action: 'join_request', participants: ['+15550100007', '+15550100008'] };
  await ask('POST', `${at}/sandbox/inbound`, { from: '+15550100007', group_id: crew, event });
  await ask('POST', `${at}/templates/sync`);

  const label = async (name: string) => (await ask('POST', `${at}/labels`, { name })).id as string;
  const [labelId, spareLabel] = [await label('First'), await label('Second')];
  await ask('POST', `${at}/sandbox/inbound`, { from: '+15550100020', event: { type: 'call' } });
  const called = (await ask('GET', '/events?limit=1&type=whatsapp.call.received')).data[0].data.id as string;
  // Rejected, so that it never ends.
  await ask('POST', `${at}/calls/${called}/reject`);

  // Held, so that it never ends; what was sent before that gets its receipts at once.
  const recipients = [{ to: '+15550100020' }, { to: '+15550100021' }];
  const batch = await ask('POST', `${at}/batches`, { content: { type: 'text', text: 'News' }, recipients, rate: 1 });
  await ask('PATCH', `${at}/batches/${batch.id}`, { status: 'paused' });
  await ask('POST', `${at}/sandbox/advance`, { seconds: 60 });

  const make = async (sandbox: object) => {
    const made = await ask('POST', '/whatsapp/instances', { name: freshName(), sandbox });
    await idle?.(made.id);
    // Its code would run out.
    await ask('POST', `/whatsapp/instances/${made.id}/sandbox/reset`);
    return made.id as string;
  };
  return {
    contact,
    label: labelId,
    spareLabel,
    call: called,
    group: crew,
    spareGroups: [await group('Deleted'), await group('Left'), await group('Rotated')] as const,
    template: (await ask('GET', `${at}/templates`)).data[0].id as string,
    link: (await ask('GET', `${at}/groups/${crew}/invite-link`)).invite_link as string,
    request: (await ask('GET', `${at}/groups/${crew}/join-requests`)).data[0].id as string,
    batch: batch.id as string,
    spare: await make({}),
    deleted: await make({}),
    pairing: await make({ require_scan: true }),
    scanned: await make({ require_scan: true }),
  };
}

type InstanceFixtures = Awaited<ReturnType<typeof addInstanceFixtures>>;
/** What would disturb other requests has an instance of its own. */
const DISTURBING = ['connect', 'disconnect', 'restart', 'logout', 'update'].map((verb) => `whatsapp_instances_${verb}`);

/** Ids and values with which requests of these operations succeed, as the contract’s tests name them. */
export function knownInstanceIds(of: InstanceFixtures): Record<string, string[]> {
  const [deleted, left, rotated] = of.spareGroups;
  const on = (id: string, operations: string[]) =>
    Object.fromEntries(operations.map((operation) => [`${operation}.instance_id`, [id]]));
  return {
    contact_id: [of.contact],
    group_id: [of.group],
    label_id: [of.label],
    call_id: [of.call],
    label_ids: [of.label],
    template_id: [of.template],
    batch_id: [of.batch],
    invite: [of.link],
    requests: [of.request],
    'whatsapp_contacts_resolve.phone': ['+15550100020'],
    'whatsapp_groups_delete.group_id': [deleted],
    'whatsapp_groups_leave.group_id': [left],
    'whatsapp_labels_delete.label_id': [of.spareLabel],
    'whatsapp_group_invite_links_rotate.group_id': [rotated],
    ...on(of.spare, [...DISTURBING, 'whatsapp_sandbox_advance', 'whatsapp_sandbox_reset']),
    ...on(of.deleted, ['whatsapp_instances_delete']),
    ...on(of.pairing, ['whatsapp_instances_get_qr', 'whatsapp_instances_create_pairing_code']),
    ...on(of.scanned, ['whatsapp_sandbox_scan']),
  };
}

/** An instance for a request that ends or shakes it: one that waits to be scanned where the request is about that. */
export async function freshInstance(
  call: ReturnType<typeof restClient>,
  request: string,
  idle: (instanceId: string) => Promise<void>,
): Promise<string> {
  const require_scan = /\/(?:qr|pairing-code|scan)['"]/.test(request);
  const { body } = await call('POST', '/whatsapp/instances', { name: freshName(), sandbox: { require_scan } });
  await idle(body.id);
  await call('POST', `/whatsapp/instances/${body.id}/sandbox/reset`);
  return body.id;
}

/** A change that is to hold only on this version of an object. */
export const onVersion = (version: number) => ({ 'if-match': `"${version}"` });
