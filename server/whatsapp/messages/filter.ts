import { and, eq, gt, gte, inArray, lt, or, type SQL } from 'drizzle-orm';

import { ID_PREFIXES, idAt } from '../../../shared/ids';
import type { SearchMessages } from '../../../shared/whatsapp/message-inputs';
import { given } from '../../db/match';
import { IS_RARE, RARE_STATUSES, waMessages } from '../schema/messages';

export type MessageFilters = Omit<SearchMessages, 'limit' | 'cursor' | 'sort' | 'q'>;

/** How far the time within an id, by which the indexes are in order, may be from when its message was made. */
const SLACK_MS = 24 * 3_600_000;

const idNear = (time: string, distanceMs: number): string =>
  idAt(ID_PREFIXES.message, Math.max(0, new Date(time).getTime() + distanceMs));

/** The messages that filters choose, but for their words; `instanceIds` undefined for those of all instances. */
export const whereOf = (asked: MessageFilters, instanceIds: readonly string[] | undefined): SQL | undefined =>
  and(
    given(instanceIds, (ids) => inArray(waMessages.instanceId, [...ids])),
    given(asked.chat_id, (id) => eq(waMessages.chatId, id)),
    given(asked.contact_id, (id) => or(eq(waMessages.contactId, id), eq(waMessages.senderKey, id))),
    given(asked.group_id, (id) => eq(waMessages.groupId, id)),
    given(asked.direction, (direction) => eq(waMessages.direction, direction)),
    given(asked.type, (types) => inArray(waMessages.type, types)),
    given(asked.status, (statuses) =>
      and(
        inArray(waMessages.status, statuses),
        statuses.every((status) => RARE_STATUSES.has(status)) ? IS_RARE : undefined,
      ),
    ),
    given(asked.client_ref, (ref) => eq(waMessages.clientRef, ref)),
    given(asked.created_after, (time) =>
      and(gt(waMessages.createdAt, new Date(time)), gte(waMessages.id, idNear(time, -SLACK_MS))),
    ),
    given(asked.created_before, (time) =>
      and(lt(waMessages.createdAt, new Date(time)), lt(waMessages.id, idNear(time, SLACK_MS))),
    ),
  );

/** Filters that an index answers in the order of the list: nearly every message that is looked at belongs to it. */
export const isPlain = (asked: MessageFilters & { q?: string | undefined }): boolean =>
  Object.entries(asked).every(([name, filter]) => name === 'chat_id' || filter === undefined);
