import type { Scope } from '../../../shared/access/scopes';
import type { Destination, ListDestinations } from '../../../shared/automation/destination';
import type { Page } from '../../../shared/page';
import { scopesOf } from '../../actor';
import { fold } from '../../fold-text';
import { openPage } from '../../paging';
import { compareBySortKey, destinationSortKey } from '../channels/destinations';
import type { AutomationCall } from '../context';
import { fromRequest } from '../context';

export async function listDestinations(ctx: AutomationCall, input: ListDestinations): Promise<Page<Destination>> {
  const { limit, q, channel: kinds, kind, instance_id: instanceId } = input;
  const page = openPage(ctx.workspaceId, 'label', input);
  const query = {
    q: q === undefined ? undefined : fold(q),
    kinds: kind,
    instanceId,
    after: page.after,
    limit,
    may: (scope: Scope) => scopesOf(ctx.actor).has(scope),
  };
  const automation = fromRequest(ctx);
  const channels = ctx.automation.channels.all.filter(
    ({ schemas }) => kinds === undefined || kinds.some((one) => one === schemas.kind),
  );
  const found = await Promise.all(channels.map((channel) => channel.destinations(automation, query)));
  return page.cut(found.flat().toSorted(compareBySortKey), destinationSortKey);
}
