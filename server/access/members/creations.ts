import type { ApiKey } from '../../../shared/access/key-answers';
import type { UpdateMember } from '../../../shared/access/members';
import type { Role } from '../../../shared/access/scopes';
import type { FieldIssue } from '../../../shared/errors';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { NewEvent } from '../../events/emit';
import { countKeysOf, keyIdsOf, revokeKeys } from '../keys/revoke';
import type { MemberRow } from '../queries/members';
import type { MemberContext } from './rules';

type Decisions = Pick<UpdateMember, 'keys' | 'webhooks'>;

interface EndedCreations {
  revoked: ApiKey[];
  events: NewEvent[];
}

/** Concerns keys and webhooks beyond the new role, or all without a role. Throws 422 without a decision about them. */
export async function endCreations(
  ctx: MemberContext,
  tx: ScopedDb,
  { userId }: MemberRow,
  { keys, webhooks }: Decisions,
  beyond?: Role,
): Promise<EndedCreations> {
  const creators = { userId, keyIds: [...(await keyIdsOf(tx, userId))], beyond };
  const issues: FieldIssue[] = [];
  const require = (pointer: string, count: number, noun: string, choices: string): void => {
    if (count > 0) issues.push(missingDecision(pointer, `${count} active ${count === 1 ? noun : `${noun}s`}`, choices));
  };
  const selected = { madeBy: userId, ...(beyond ? { beyond } : {}) };
  if (keys === undefined) require('/keys', await countKeysOf(ctx, tx, selected), 'key', '`keep` or `revoke`');
  if (webhooks === undefined)
    require('/webhooks', await ctx.accessPorts.countWebhooksOf(ctx, tx, creators), 'webhook', '`keep` or `disable`');
  if (issues.length > 0)
    throw new ApiError('unprocessable', { detail: issues.map(({ message }) => message).join(' '), errors: issues });

  const reason = beyond ? 'role_lowered' : 'member_removed';
  const revoked = keys === 'revoke' ? await revokeKeys(ctx, tx, { ...selected, reason }) : [];
  const disabled = webhooks === 'disable' ? await ctx.accessPorts.disableWebhooksOf(ctx, tx, creators) : [];
  return { revoked, events: [...revoked.map((key) => ({ type: 'api_key.revoked' as const, data: key })), ...disabled] };

  function missingDecision(pointer: string, count: string, choices: string): FieldIssue {
    const limit = beyond ? `, with more access than the role ${beyond} allows` : '';
    const message = `This member created ${count}${limit}. Set \`${pointer.slice(1)}\` to ${choices}.`;
    return { in: 'body', pointer, code: 'required', message };
  }
}
