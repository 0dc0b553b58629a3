import type { BulkChange } from '../../../../shared/links/bulk';
import { type ApiError, relatedNotFound } from '../../../errors';
import type { LinksContext } from '../../context';
import { linkDomainInfos, usableDomains } from '../../domains/find';
import type { LinkRow } from '../../schema/links';
import { linkSettingsOf } from '../../settings/service';
import type { ValidatedChange } from '../columns-that-change';
import { columnsOf } from './columns';
import { passwordHasher } from './passwords';
import { validateUrls, allowsPrivateTargets, orApiError, requireUrls } from './prepare';
import { withCampaign } from './urls';

interface RequestedChange {
  row: LinkRow;
  input: BulkChange;
}

export interface PreparedChange extends ValidatedChange {
  row: LinkRow;
  /** The validation depended on the current row, so a newer version must be validated again. */
  isBound: boolean;
}

/** Call it outside transactions. */
export async function prepareChanges(
  ctx: LinksContext,
  requested: readonly RequestedChange[],
): Promise<(PreparedChange | ApiError)[]> {
  const settings = await linkSettingsOf(ctx, ctx.store);
  const current = await linkDomainInfos(
    ctx,
    ctx.db,
    requested.map(({ row }) => row.domainId),
  );
  const usable = await usableDomains(
    ctx,
    ctx.db,
    requested.flatMap(({ input }) => input.domain_id ?? []),
  );
  const domainAfter = ({ row, input }: RequestedChange) =>
    input.domain_id === undefined || input.domain_id === row.domainId
      ? current.get(row.domainId)
      : usable.get(input.domain_id);

  const drafts = requested.map((one) => ({
    ...one,
    domainInfo: domainAfter(one),
    input: withCampaign(withAllUrls(one), one.row.url),
  }));
  const checks = await validateUrls(
    ctx,
    drafts.map(({ input, domainInfo }) => ({ input, allowPrivate: allowsPrivateTargets(settings, domainInfo) })),
  );
  const passwordColumns = passwordHasher();
  const prepared: (PreparedChange | ApiError)[] = [];
  for (const [index, { row, input, domainInfo }] of drafts.entries()) {
    prepared.push(
      await orApiError(async () => {
        if (!domainInfo) throw relatedNotFound('/domain_id');
        const validated = requireUrls(input, checks[index]);
        const columns = { ...columnsOf(validated), ...(await passwordColumns(validated)) };
        return { row, input: validated, columns, domainInfo, isBound: input !== requested[index]?.input };
      }),
    );
  }
  return prepared;
}

/** A move to another domain validates all URLs again, since domains differ in the destinations that they allow. */
function withAllUrls({ row, input }: RequestedChange): BulkChange {
  if (input.domain_id === undefined || input.domain_id === row.domainId) return input;
  const { url, expiredUrl, limitReachedUrl, targeting, preview } = row;
  return { url, expired_url: expiredUrl, limit_reached_url: limitReachedUrl, targeting, preview, ...input };
}
