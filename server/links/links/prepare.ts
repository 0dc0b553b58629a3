import type { FieldIssue } from '../../../shared/errors';
import type { LinkChange, NewLink } from '../../../shared/links/inputs';
import { tagKey } from '../../../shared/links/tags';
import { targetingFault } from '../../../shared/links/targeting';
import { ApiError, fieldError } from '../../errors';
import type { LinksContext } from '../context';
import { type Caller, type LinkDomainInfo, usableDomains } from '../domains/find';
import { linkSettingsOf, type WorkspaceLinkSettings } from '../settings/service';
import { validateTargets, type TargetCheck } from '../targets';
import { columnsOf, requireSpan } from './columns';
import type { LinkColumns } from './origin';
import { passwordHasher } from './passwords';
import { requirePublishable } from './publishable';
import { type SlugSource, slugSource } from './slug';
import { urlFieldsOf, withCampaign, withUrls } from './urls';

type PrepareContext = Pick<LinksContext, 'config' | 'store' | 'db' | 'workspaceId' | 'linkBlocklist'> & Caller;

/** A link that passed every check that does not involve other links. */
export interface LinkDraft {
  place: LinkDomainInfo;
  input: NewLink;
  columns: Partial<LinkColumns> & Pick<LinkColumns, 'url' | 'urlHash' | 'urlHost'>;
  slugs: SlugSource;
}

/**
 * Uses one query per kind of related object. The result holds an error in place of each invalid link. Call it outside
 * transactions, since hashing passwords is slow.
 */
export async function prepareLinks(ctx: PrepareContext, inputs: readonly NewLink[]): Promise<(LinkDraft | ApiError)[]> {
  const settings = await linkSettingsOf(ctx, ctx.store);
  const domainOf = (input: NewLink): string => input.domain_id ?? settings.defaultDomainId ?? '';
  const places = await usableDomains(ctx, ctx.db, inputs.map(domainOf));

  const drafts = inputs.map((input) => withCampaign(input));
  const urls = await validateUrls(
    ctx,
    drafts.map((input) => ({ input, allowPrivate: mayBePrivate(settings, places.get(domainOf(input))) })),
  );
  const passwordColumns = passwordHasher();
  const prepared: (LinkDraft | ApiError)[] = [];
  for (const [index, input] of drafts.entries()) {
    prepared.push(
      await refusable(async () => {
        const place = places.get(domainOf(input));
        if (!place) throw noDomain(input.domain_id === undefined && settings.defaultDomainId === null);
        const validated = requireUrls(input, urls[index]);
        const columns = { ...columnsOf(validated), ...(await passwordColumns(validated)) } as LinkDraft['columns'];
        requirePublishable(ctx, input, columns.urlHost);
        requireSpan({ startsAt: columns.startsAt ?? null, expiresAt: columns.expiresAt ?? null });
        return { place, input: validated, columns, slugs: slugSource(input, place, settings.slugLength) };
      }),
    );
  }
  return prepared;
}

export async function refusable<T>(work: () => T | Promise<T>): Promise<T | ApiError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

export const mayBePrivate = (settings: WorkspaceLinkSettings, place: LinkDomainInfo | undefined): boolean =>
  settings.allowPrivateTargets && place?.shared === false;

export async function validateUrls(
  ctx: Pick<PrepareContext, 'config' | 'store' | 'linkBlocklist'>,
  requested: readonly { input: LinkChange; allowPrivate: boolean }[],
): Promise<ReadonlyMap<string, TargetCheck>[]> {
  const fields = requested.map(({ input, allowPrivate }) =>
    urlFieldsOf(input).map((field) => ({ ...field, allowPrivate })),
  );
  const checks = (await validateTargets(ctx, fields.flat())).values();
  return fields.map(
    (own) =>
      new Map(
        own.flatMap(({ pointer }) => {
          const { value } = checks.next();
          return value ? [[pointer, value] as const] : [];
        }),
      ),
  );
}

export function requireUrls<T extends LinkChange>(input: T, checks: ReadonlyMap<string, TargetCheck> = new Map()): T {
  const fault = input.targeting && targetingFault(input.targeting);
  if (fault) throw fieldError('unprocessable', `/targeting${fault.pointer}`, fault.code, fault.message);
  const refused = [...checks].flatMap(([pointer, check]): FieldIssue[] =>
    check.ok ? [] : [{ in: 'body', pointer, code: check.code, message: check.message }],
  );
  const [first] = refused;
  if (first) throw new ApiError('unprocessable', { detail: first.message, errors: refused });
  return withUrls(
    input,
    new Map([...checks].flatMap(([pointer, check]) => (check.ok ? [[pointer, check.href] as const] : []))),
  );
}

export const tagNamesOf = (names: readonly string[] = []): string[] => [
  ...new Map(names.map((name) => [tagKey(name), name])).values(),
];

const noDomain = (isMissing: boolean): ApiError =>
  isMissing
    ? fieldError(
        'unprocessable',
        '/domain_id',
        'required',
        'Must be given, because the workspace does not have a default domain.',
      )
    : fieldError('related_not_found', '/domain_id', 'related_not_found', 'No such object in this workspace.');
