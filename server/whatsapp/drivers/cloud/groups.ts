import { chunked } from '../../../chunked';
import { defined } from '../../../defined';
import { type JsonObject, asObject, asList, asObjects } from '../../../json-object';
import { ProviderRefusal, type GroupCalls, type PersonResult } from '../driver';
import type { GroupDetails } from '../driver-events';
import { accessOf, ask, askAll } from './ask';
import { codeOf, errorOf, faultOf } from './errors';
import type { Graph } from './graph';
import { textOf, timeOf } from './json';
import { fileForm } from './multipart';
import { NOBODY, personOf } from './notified';
import { detailsOf } from './notified-group';
import { userOf } from './payload';

const INFO = 'subject,description,join_approval_mode,suspended,creation_timestamp,participants,total_participant_count';
const PRODUCT = { messaging_product: 'whatsapp' };
/** Meta's maximum per request, and also the size of a group. */
const MAX_REMOVED = 8;

export const groupCalls = (graph: Graph): GroupCalls => ({
  async list(instance) {
    const call = {
      method: 'GET',
      path: [accessOf(instance).phoneNumberId, 'groups'],
      query: { limit: '1024' },
    } as const;
    const found = await askAll(graph, instance, call, ({ data }) =>
      Array.isArray(data) ? asObjects(data) : asObjects(asObject(data)['groups']),
    );
    return found.flatMap((group) => {
      const providerGroupId = textOf(group['id']);
      return providerGroupId === undefined ? [] : [{ providerGroupId, details: wholeOf(group) }];
    });
  },

  async create(instance, { subject, description, joinApproval }) {
    const body = await ask(graph, instance, {
      method: 'POST',
      path: [accessOf(instance).phoneNumberId, 'groups'],
      body: {
        ...PRODUCT,
        subject,
        ...(description === null ? {} : { description }),
        join_approval_mode: joinApproval ? 'approval_required' : 'auto_approve',
      },
    });
    // The id arrives by webhook under this request id.
    const requestId = textOf(body['request_id']) ?? null;
    return { providerGroupId: null, requestId, details: { subject, description, joinApproval }, results: [] };
  },

  async get(instance, id) {
    return wholeOf(await ask(graph, instance, { method: 'GET', path: [id], query: { fields: INFO } }));
  },

  async update(instance, id, { subject, description, picture }) {
    if (picture === null) throw new ProviderRefusal('refused', errorOf('group_picture_invalid'));
    if (subject !== undefined || description !== undefined) {
      const change = defined({ subject, description: description === null ? '' : description });
      await ask(graph, instance, { method: 'POST', path: [id], body: { ...PRODUCT, ...change } });
    }
    if (picture === undefined) return;
    await ask(graph, instance, { method: 'POST', path: [id], body: fileForm(PRODUCT, picture) });
  },

  async delete(instance, id) {
    await ask(graph, instance, { method: 'DELETE', path: [id] });
  },

  async participants(instance, id, action, people) {
    if (action !== 'remove') throw new ProviderRefusal('refused', errorOf('invalid_parameter'));
    const users = people.map((person) => userOf(person)?.value);
    const known = users.flatMap((user) => (user === undefined ? [] : [{ user }]));
    for (const participants of chunked(known, MAX_REMOVED)) {
      await ask(graph, instance, { method: 'DELETE', path: [id, 'participants'], body: { ...PRODUCT, participants } });
    }
    return users.map((user) => (user === undefined ? { ok: false, code: 'recipient_id_unsupported' } : DONE));
  },

  async inviteLink(instance, id, rotate) {
    const method = rotate ? 'POST' : 'GET';
    const body = await ask(graph, instance, {
      method,
      path: [id, 'invite_link'],
      ...(rotate ? { body: PRODUCT } : {}),
    });
    const link = textOf(body['invite_link']);
    if (link === undefined) throw new ProviderRefusal('unavailable', errorOf('provider_rejected'));
    return link;
  },

  async joinRequests(instance, id) {
    const path = [id, 'join_requests'];
    const found = await askAll(graph, instance, { method: 'GET', path, query: { limit: '100' } });
    return found.flatMap((request) => {
      const requestId = textOf(request['join_request_id']);
      const person = personOf(request['wa_id'], request['user_id'], NOBODY);
      if (requestId === undefined || person === undefined) return [];
      return [{ requestId, person, at: timeOf(request['creation_timestamp']) ?? new Date() }];
    });
  },

  async decide(instance, id, decision, requestIds) {
    const body = await ask(graph, instance, {
      method: decision === 'approve' ? 'POST' : 'DELETE',
      path: [id, 'join_requests'],
      body: { ...PRODUCT, join_requests: requestIds },
    });
    const list = body[decision === 'approve' ? 'approved_join_requests' : 'rejected_join_requests'];
    const done = new Set(asList(list).map(textOf));
    const failed = asObjects(body['failed_join_requests']);
    return requestIds.map((requestId): PersonResult => {
      const failure = failed.find((one) => textOf(one['join_request_id']) === requestId);
      if (failure === undefined && done.has(requestId)) return DONE;
      const fault = faultOf(asObjects(failure?.['errors'])[0]);
      return { ok: false, code: fault === undefined ? 'failed' : codeOf(fault.code) };
    });
  },
});

const DONE: PersonResult = { ok: true, code: 'ok' };

function wholeOf(group: JsonObject): GroupDetails {
  const participants = asObjects(group['participants']).flatMap((entry) => {
    const person = personOf(entry['wa_id'], entry['user_id'], NOBODY);
    return person === undefined ? [] : [{ person, role: 'member' as const }];
  });
  return { ...detailsOf(group), ...(Array.isArray(group['participants']) ? { participants } : {}) };
}
