import type { Page } from '../../../shared/page';
import type { JoinRequest, JoinRequestResults } from '../../../shared/whatsapp/group';
import type { DecideJoinRequests, ListJoinRequests } from '../../../shared/whatsapp/group-inputs';
import { openPage, pageInMemory } from '../../paging';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { addressFor } from '../identity/addresses';
import { UNKNOWN_PARTY, party } from '../present/contacts';
import { asking } from '../provider';
import { type JoinRequestRow, readJoinRequests as readRequests, readContacts } from '../queries/people';
import { appliedToGroup, type GroupOfInstance, providerIdOf, requireGroup } from './find';

const UNKNOWN = 'group_join_request_unknown';

export async function listJoinRequests(ctx: WhatsAppContext, input: ListJoinRequests): Promise<Page<JoinRequest>> {
  const { limit, cursor, instance_id, group_id } = input;
  const found = await requireGroup(ctx, input);
  const page = openPage(ctx.workspaceId, 'asc', { limit, cursor, list: 'join_requests', instance_id, group_id });
  const requests = cursor === undefined ? await askedRequests(ctx, found) : await requestsOf(ctx, found);
  return pageInMemory(page, requests, 'asc', 'requestId', (shown) => presentRequests(ctx, shown));
}

async function presentRequests(ctx: WhatsAppContext, rows: readonly JoinRequestRow[]): Promise<JoinRequest[]> {
  const contactIds = rows.map(({ contactId }) => contactId);
  const contacts = await readContacts(ctx.store, ctx.workspaceId, contactIds);
  return rows.map(({ requestId, contactId, createdAt }) => {
    const contact = contacts.get(contactId);
    return { id: requestId, party: contact ? party(contact) : UNKNOWN_PARTY, created_at: createdAt.toISOString() };
  });
}

const requestsOf = (ctx: WhatsAppContext, { row }: GroupOfInstance): Promise<JoinRequestRow[]> =>
  readRequests(ctx.db, row.id);

/** Includes requests without an event, read from the provider. */
async function askedRequests(ctx: WhatsAppContext, found: GroupOfInstance): Promise<JoinRequestRow[]> {
  requireCapability(found.instance, 'group.join_requests');
  requireConnected(found.instance);
  const providerId = providerIdOf(found.row);
  const requests = await asking(ctx, found.instance, 'group.join_requests', ({ driver, instance }) =>
    driver.groups?.joinRequests?.(instance, providerId),
  );
  if (requests.length > 0) await appliedToGroup(ctx, found, { action: 'join_requested', requests });
  return requestsOf(ctx, found);
}

export async function decideJoinRequests(
  ctx: WhatsAppContext,
  input: DecideJoinRequests,
  decision: 'approve' | 'reject',
): Promise<JoinRequestResults> {
  const found = await requireGroup(ctx, input);
  const known = new Map((await askedRequests(ctx, found)).map((row) => [row.requestId, row]));
  const requested = input.requests.filter((id) => known.has(id));
  const answers =
    requested.length === 0
      ? []
      : await asking(ctx, found.instance, 'group.join_requests', ({ driver, instance }) =>
          driver.groups?.decide?.(instance, providerIdOf(found.row), decision, requested),
        );
  const results = new Map(requested.map((id, index) => [id, answers[index] ?? { ok: false, code: 'failed' }]));

  const done = requested.filter((id) => results.get(id)?.ok === true);
  if (decision === 'approve' && done.length > 0) await admit(ctx, found, done, known);
  const over = input.requests.filter((id) => done.includes(id) || results.get(id)?.code === UNKNOWN);
  if (over.length > 0) await appliedToGroup(ctx, found, { action: 'join_request_ended', requestIds: over });
  return {
    results: input.requests.map((id) => {
      const { ok, code } = results.get(id) ?? { ok: false, code: UNKNOWN };
      return { id, ok, code: ok ? 'ok' : code === UNKNOWN ? UNKNOWN : 'failed' } as const;
    }),
  };
}

async function admit(
  ctx: WhatsAppContext,
  found: GroupOfInstance,
  ids: readonly string[],
  known: ReadonlyMap<string, JoinRequestRow>,
): Promise<void> {
  const contactIds = ids.flatMap((id) => known.get(id)?.contactId ?? []);
  const contacts = await readContacts(ctx.store, ctx.workspaceId, contactIds);
  const people = contactIds.flatMap((id) => contacts.get(id) ?? []).map(addressFor);
  await appliedToGroup(ctx, found, { action: 'added', people });
}
