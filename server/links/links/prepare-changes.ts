import type { BulkChange } from '../../../shared/links/bulk';
import { type ApiError, fieldError } from '../../errors';
import type { LinksContext } from '../context';
import { placesOf, reachablePlaces } from '../domains/find';
import { linkSettingsOf } from '../settings/service';
import type { JudgedChange } from './change';
import { columnsOf } from './columns';
import type { LinkRow } from './origin';
import { passwordHasher } from './passwords';
import { judgeUrls, mayBePrivate, refusable, requireUrls } from './prepare';
import { withCampaign } from './urls';

interface AskedChange {
  /** The link as it was read before it is held. */
  row: LinkRow;
  input: BulkChange;
}

export interface PreparedChange extends JudgedChange {
  row: LinkRow;
  /** It was judged by what the link was: another version has to be judged anew. */
  isBound: boolean;
}

/** Judges changes as `prepareLinks` judges new links. Call it outside transactions. */
export async function prepareChanges(
  ctx: LinksContext,
  asked: readonly AskedChange[],
): Promise<(PreparedChange | ApiError)[]> {
  const settings = await linkSettingsOf(ctx, ctx.store);
  const current = await placesOf(
    ctx,
    ctx.db,
    asked.map(({ row }) => row.domainId),
  );
  const reached = await reachablePlaces(
    ctx,
    ctx.db,
    asked.flatMap(({ input }) => input.domain_id ?? []),
  );
  const placeAfter = ({ row, input }: AskedChange) =>
    input.domain_id === undefined || input.domain_id === row.domainId
      ? current.get(row.domainId)
      : reached.get(input.domain_id);

  const drafts = asked.map((one) => ({
    ...one,
    place: placeAfter(one),
    input: withCampaign(withAllUrls(one), one.row.url),
  }));
  const verdicts = await judgeUrls(
    ctx,
    drafts.map(({ input, place }) => ({ input, allowPrivate: mayBePrivate(settings, place) })),
  );
  const passwordColumns = passwordHasher();
  const prepared: (PreparedChange | ApiError)[] = [];
  for (const [index, { row, input, place }] of drafts.entries()) {
    prepared.push(
      await refusable(async () => {
        if (!place) {
          throw fieldError('related_not_found', '/domain_id', 'related_not_found', 'No such object in this workspace.');
        }
        const judged = requireUrls(input, verdicts[index]);
        const columns = { ...columnsOf(judged), ...(await passwordColumns(judged)) };
        return { row, input: judged, columns, place, isBound: input !== asked[index]?.input };
      }),
    );
  }
  return prepared;
}

/** A link that goes to another domain is judged anew: not every domain may lead everywhere. */
function withAllUrls({ row, input }: AskedChange): BulkChange {
  if (input.domain_id === undefined || input.domain_id === row.domainId) return input;
  const { url, expiredUrl, limitUrl, targeting, preview } = row;
  return { url, expired_url: expiredUrl, limit_url: limitUrl, targeting, preview, ...input };
}
