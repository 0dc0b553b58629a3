import type { CreateDomain } from '../../../shared/links/domains';
import type { LinksContext } from '../context';
import { requireTargets } from '../targets';
import type { DomainRow } from './find';

const FIELDS = [
  ['root_url', 'rootUrl'],
  ['not_found_url', 'notFoundUrl'],
  ['expired_url', 'expiredUrl'],
] as const;

type Given = Pick<CreateDomain, (typeof FIELDS)[number][0]>;

/** The addresses that the input names, as they are stored. Throws 422 for one that no visitor may be sent to. */
export async function urlsOf(
  ctx: Pick<LinksContext, 'config' | 'store' | 'linkBlocklist'>,
  input: Given,
  allowPrivate: boolean,
): Promise<Partial<DomainRow>> {
  const given = FIELDS.flatMap(([field, column]) => {
    const url = input[field];
    return url === undefined ? [] : [{ column, url, pointer: `/${field}` }];
  });
  const targets = await requireTargets(
    ctx,
    given.flatMap(({ url, pointer }) => (url === null ? [] : [{ url, pointer, allowPrivate }])),
  );
  const judged = targets.values();
  return Object.fromEntries(given.map(({ column, url }) => [column, url === null ? null : judged.next().value?.href]));
}
