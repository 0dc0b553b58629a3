import type { CreateDomain } from '../../../shared/links/domains';
import type { LinksContext } from '../context';
import { requireTargets } from '../targets';
import type { DomainRow } from './find';

const FIELDS = [
  ['root_url', 'rootUrl'],
  ['not_found_url', 'notFoundUrl'],
  ['expired_url', 'expiredUrl'],
] as const;

type UrlInput = Pick<CreateDomain, (typeof FIELDS)[number][0]>;

/** Returns the stored form. Throws 422. */
export async function validatedUrls(
  ctx: Pick<LinksContext, 'config' | 'store' | 'linkBlocklist'>,
  input: UrlInput,
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
  const validated = targets.values();
  return Object.fromEntries(
    given.map(({ column, url }) => [column, url === null ? null : validated.next().value?.href]),
  );
}
