import type { Page } from '../../../shared/page';
import type { CapabilityName } from '../../../shared/whatsapp/capabilities';
import {
  type Participant,
  PARTICIPANT_CODES,
  type ParticipantCode,
  type ParticipantResults,
} from '../../../shared/whatsapp/group';
import type { ChangeParticipants, ListParticipants } from '../../../shared/whatsapp/group-inputs';
import { openPage, pageInMemory } from '../../paging';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import type { PersonResult } from '../drivers/driver';
import { contactAt } from '../identity/recipient';
import { onInstance } from '../messages/find';
import { addressesAt } from '../people';
import { presentParticipants } from '../present/groups';
import { asking } from '../provider';
import { readContacts, readParticipants } from '../queries/people';
import { appliedToGroup, providerIdOf, requireGroup } from './find';

/** Groups are small, so participants are sorted in memory. */
export async function listParticipants(ctx: WhatsAppContext, input: ListParticipants): Promise<Page<Participant>> {
  const { limit, cursor, instance_id, group_id } = input;
  const { row } = await requireGroup(ctx, input);
  const page = openPage(ctx.workspaceId, 'asc', { limit, cursor, list: 'participants', instance_id, group_id });
  const participants = await readParticipants(ctx.db, [row.id]);
  return pageInMemory(page, participants, 'asc', contactIdOf, async (shown) =>
    presentParticipants(shown, await readContacts(ctx.store, ctx.workspaceId, shown.map(contactIdOf))),
  );
}

const contactIdOf = ({ contactId }: { contactId: string }): string => contactId;

type ParticipantAction = 'add' | 'remove' | 'promote' | 'demote';
const DONE = { add: 'added', remove: 'removed', promote: 'promoted', demote: 'demoted' } as const;
const CAPABILITY = {
  add: 'group.add_participants',
  remove: 'group.remove_participants',
  promote: 'group.promote',
  demote: 'group.demote',
} as const satisfies Record<ParticipantAction, CapabilityName>;

/** The result lists each person, as the network answers for each. */
export async function changeParticipants(
  ctx: WhatsAppContext,
  input: ChangeParticipants,
  action: ParticipantAction,
): Promise<ParticipantResults> {
  const found = await requireGroup(ctx, input);
  const capability = CAPABILITY[action];
  requireCapability(found.instance, capability);
  requireConnected(found.instance);
  const providerId = providerIdOf(found.row);
  const people = await addressesAt(ctx, found.instance.id, input.participants, (index) => `/participants/${index}`);
  const results = await asking(ctx, found.instance, capability, ({ driver, instance }) =>
    driver.groups?.participants?.(instance, providerId, action, people),
  );
  const done = people.filter((_, index) => results[index]?.ok === true);
  if (done.length > 0) await appliedToGroup(ctx, found, { action: DONE[action], people: done });

  const contacts = await onInstance(ctx, found.instance.id, async (work) => {
    const ids: (string | null)[] = [];
    for (const person of people) ids.push((await contactAt(work, person))?.id ?? null);
    return ids;
  });
  return {
    results: input.participants.map((to, index) => ({
      to,
      contact_id: contacts[index] ?? null,
      ...present(results[index] ?? { ok: false, code: 'failed' }),
    })),
  };
}

const isKnown = (code: string): code is ParticipantCode => (PARTICIPANT_CODES as readonly string[]).includes(code);

function present({ ok, code, invite }: PersonResult) {
  const shown: ParticipantCode = isKnown(code) ? code : ok ? 'ok' : 'failed';
  return {
    ok,
    code: shown,
    provider_code: shown === 'failed' && code !== 'failed' ? code : null,
    invite: invite ?? null,
  };
}
