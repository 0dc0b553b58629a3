import { codePoints } from '../../../shared/text';
import { Refusal } from './graph-error';
import { metadataOf, notify } from './notify';
import { needsProduct } from './numbers';
import { page } from './paging';
import { isRecord, nextNumber, textOr, type Account, type Json, type StoredGroup, type World } from './world';

const MAX_MEMBERS = 8;

export function createGroup(world: World, account: Account, body: Json): Json {
  needsProduct(body);
  const subject = textOr(body['subject'], '');
  if (subject === '' || codePoints(subject) > 128) throw new Refusal(131009, { details: 'subject: 1 to 128.' });
  if (codePoints(textOr(body['description'], '')) > 2048) throw new Refusal(131009, { details: 'description' });
  const mode = textOr(body['join_approval_mode'], 'auto_approve');
  if (!['approval_required', 'auto_approve'].includes(mode))
    throw new Refusal(131009, { details: 'join_approval_mode' });

  const requestId = crypto.randomUUID();
  const group: StoredGroup = {
    id: `g${nextNumber(world)}`,
    account,
    subject,
    description: typeof body['description'] === 'string' ? body['description'] : null,
    joinApprovalMode: mode,
    createdAt: world.clock.seconds(),
    participants: [],
    invite: inviteOf(world),
    requests: [],
    picture: false,
  };
  world.clock.after(20, () => {
    world.groups.set(group.id, group);
    const { subject: name, description, invite: invite_link } = group;
    notifyGroup(world, group, 'group_lifecycle_update', {
      type: 'group_create',
      request_id: requestId,
      subject: name,
      ...(description === null ? {} : { description }),
      invite_link,
      join_approval_mode: mode,
    });
  });
  return { messaging_product: 'whatsapp', request_id: requestId };
}

/** Posts a group notification. */
export function notifyGroup(world: World, group: StoredGroup, field: string, item: Json): void {
  const groups = [{ timestamp: String(world.clock.seconds()), group_id: group.id, ...item }];
  notify(world, group.account, field, { ...metadataOf(group.account), groups });
}

const inviteOf = (world: World): string => `https://chat.whatsapp.com/${nextNumber(world)}`;

export const listGroups = (world: World, account: Account, url: URL): Json => {
  const own = [...world.groups.values()].filter((group) => group.account === account);
  const { data, paging } = page(
    own.map(({ id, subject, createdAt }) => ({ id, subject, created_at: String(createdAt) })),
    url,
    1024,
  );
  return { data: { groups: data }, ...(paging === undefined ? {} : { paging }) };
};

export const groupInfo = (group: StoredGroup): Json => ({
  messaging_product: 'whatsapp',
  id: group.id,
  subject: group.subject,
  ...(group.description === null ? {} : { description: group.description }),
  join_approval_mode: group.joinApprovalMode,
  suspended: false,
  creation_timestamp: String(group.createdAt),
  participants: group.participants.map((wa_id) => ({ wa_id })),
  total_participant_count: group.participants.length,
});

/** A form with a picture, or JSON. */
export async function updateGroup(world: World, group: StoredGroup, request: Request): Promise<Json> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data') === true) {
    const form = await request.formData();
    if (form.get('messaging_product') !== 'whatsapp') throw new Refusal(131008, { details: 'messaging_product' });
    if (!(form.get('file') instanceof File)) throw new Refusal(131008, { details: 'file' });
    group.picture = true;
  } else {
    const body: unknown = await request.json();
    if (!isRecord(body)) throw new Refusal(100);
    needsProduct(body);
    if (typeof body['subject'] === 'string') group.subject = body['subject'];
    if (typeof body['description'] === 'string') group.description = body['description'];
  }
  const requestId = crypto.randomUUID();
  const { subject, description } = group;
  notifyGroup(world, group, 'group_settings_update', {
    type: 'group_settings_update',
    request_id: requestId,
    group_subject: { text: subject, update_successful: true },
    group_description: { text: description ?? '', update_successful: true },
  });
  return { messaging_product: 'whatsapp', request_id: requestId };
}

export function deleteGroup(world: World, group: StoredGroup): Json {
  world.groups.delete(group.id);
  const requestId = crypto.randomUUID();
  notifyGroup(world, group, 'group_lifecycle_update', { type: 'group_delete', request_id: requestId });
  return { messaging_product: 'whatsapp', request_id: requestId };
}

export function inviteLink(world: World, group: StoredGroup, method: string): Json {
  if (method === 'DELETE') group.invite = '';
  else if (method === 'POST') group.invite = inviteOf(world);
  return { messaging_product: 'whatsapp', invite_link: group.invite };
}

export const joinRequests = (group: StoredGroup, url: URL): Json => page(group.requests, url);

export function decideJoin(group: StoredGroup, body: Json, approve: boolean): Json {
  needsProduct(body);
  const done: string[] = [];
  const failed: Json[] = [];
  for (const id of listOf(body['join_requests']).map(String)) {
    const index = group.requests.findIndex(({ join_request_id }) => join_request_id === id);
    const [request] = index < 0 ? [] : group.requests.splice(index, 1);
    if (request === undefined) {
      failed.push({ join_request_id: id, errors: [{ code: 131213, message: 'No such join request' }] });
      continue;
    }
    if (approve && group.participants.length >= MAX_MEMBERS) {
      failed.push({ join_request_id: id, errors: [{ code: 131204, message: 'Too many participants' }] });
      continue;
    }
    if (approve) group.participants.push(request.wa_id);
    done.push(id);
  }
  return {
    messaging_product: 'whatsapp',
    [approve ? 'approved_join_requests' : 'rejected_join_requests']: done,
    ...(failed.length === 0 ? {} : { failed_join_requests: failed }),
  };
}

export function removeParticipants(world: World, group: StoredGroup, body: Json): Json {
  needsProduct(body);
  const users = listOf(body['participants']).map((entry) => (isRecord(entry) ? String(entry['user']) : ''));
  const removed = users.filter((user) => group.participants.includes(user));
  const failed = users.filter((user) => !group.participants.includes(user));
  group.participants = group.participants.filter((member) => !removed.includes(member));
  const requestId = crypto.randomUUID();
  notifyGroup(world, group, 'group_participants_update', {
    type: 'group_remove_participants',
    request_id: requestId,
    removed_participants: removed.map((wa_id) => ({ wa_id })),
    ...(failed.length === 0
      ? {}
      : { failed_participants: failed.map((wa_id) => ({ wa_id, errors: [{ code: 131212, title: 'Not a member' }] })) }),
    initiated_by: 'business',
  });
  return { messaging_product: 'whatsapp', request_id: requestId };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
