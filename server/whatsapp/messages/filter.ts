import { and, eq, gt, gte, inArray, lt, or, type SQL } from 'drizzle-orm';

import { DAY_MS } from '../../../shared/durations';
import { ID_PREFIXES, idAt } from '../../../shared/ids';
import type { SearchMessages } from '../../../shared/whatsapp/message-inputs';
import { given } from '../../db/match';
import { IS_RARE, RARE_STATUSES, waMessages } from '../schema/messages';

export type MessageFilters = Omit<SearchMessages, 'limit' | 'cursor' | 'sort' | 'q'>;

/** Maximum difference between the time in an id and the message's time. */
const SLACK_MS = DAY_MS;

const idNear = (time: string, distanceMs: number): string =>
  idAt(ID_PREFIXES.message, new Date(time).getTime() + distanceMs);

/** Filters without text search; `instanceIds` undefined for all instances. */
export const messagesWhere = (filters: MessageFilters, instanceIds: readonly string[] | undefined): SQL | undefined =>
  and(
    given(instanceIds, (ids) => inArray(waMessages.instanceId, [...ids])),
    given(filters.chat_id, (id) => eq(waMessages.chatId, id)),
    given(filters.contact_id, (id) => or(eq(waMessages.contactId, id), eq(waMessages.senderKey, id))),
    given(filters.group_id, (id) => eq(waMessages.groupId, id)),
    given(filters.direction, (direction) => eq(waMessages.direction, direction)),
    given(filters.type, (types) => inArray(waMessages.type, types)),
    given(filters.status, (statuses) =>
      and(
        inArray(waMessages.status, statuses),
        statuses.every((status) => RARE_STATUSES.has(status)) ? IS_RARE : undefined,
      ),
    ),
    given(filters.client_reference, (ref) => eq(waMessages.clientReference, ref)),
    given(filters.created_after, (time) =>
      and(gt(waMessages.createdAt, new Date(time)), gte(waMessages.id, idNear(time, -SLACK_MS))),
    ),
    given(filters.created_before, (time) =>
      and(lt(waMessages.createdAt, new Date(time)), lt(waMessages.id, idNear(time, SLACK_MS))),
    ),
  );

/** An index answers them in the order of the list. */
export const isPlain = (filters: MessageFilters & { q?: string | undefined }): boolean =>
  Object.entries(filters).every(([name, filter]) => name === 'chat_id' || filter === undefined);
