import type { LinkChange, NewLink } from '../../../../shared/links/inputs';
import { tagKey } from '../../../../shared/links/tags';
import { targetingFault } from '../../../../shared/links/targeting';
import { ApiError, fieldError, relatedNotFound } from '../../../errors';
import type { LinksContext } from '../../context';
import { type Caller, type LinkDomainInfo, noDefaultDomain, usableDomains } from '../../domains/find';
import type { LinkRow } from '../../schema/links';
import { linkSettingsOf, type WorkspaceLinkSettings } from '../../settings/service';
import { requireAllowed, validateTargets, type TargetCheck } from '../../targets';
import { columnsOf, requireStartBeforeEnd } from './columns';
import { passwordHasher } from './passwords';
import { requirePublishable } from './publishable';
import { type SlugSource, createSlugSource } from './slug';
import { urlFieldsOf, withCampaign, replaceUrls } from './urls';

type PrepareContext = Pick<LinksContext, 'config' | 'store' | 'db' | 'workspaceId' | 'linkBlocklist'> & Caller;

/** A link that passed every check without other links. */
export interface LinkDraft {
  domainInfo: LinkDomainInfo;
  input: NewLink;
  columns: Partial<LinkRow> & Pick<LinkRow, 'url' | 'urlHash' | 'urlHost'>;
  slugs: SlugSource;
}

/** Has an error in place of each invalid link. Call it outside transactions, since hashing passwords is slow. */
export async function prepareLinks(ctx: PrepareContext, inputs: readonly NewLink[]): Promise<(LinkDraft | ApiError)[]> {
  const settings = await linkSettingsOf(ctx, ctx.store);
  const domainOf = (input: NewLink): string => input.domain_id ?? settings.defaultDomainId ?? '';
  const domainInfos = await usableDomains(ctx, ctx.db, inputs.map(domainOf));

  const drafts = inputs.map((input) => withCampaign(input));
  const urls = await validateUrls(
    ctx,
    drafts.map((input) => ({ input, allowPrivate: allowsPrivateTargets(settings, domainInfos.get(domainOf(input))) })),
  );
  const passwordColumns = passwordHasher();
  const prepared: (LinkDraft | ApiError)[] = [];
  for (const [index, input] of drafts.entries()) {
    prepared.push(
      await orApiError(async () => {
        const domainInfo = domainInfos.get(domainOf(input));
        const isChosen = (input.domain_id ?? settings.defaultDomainId) !== null;
        if (!domainInfo) throw isChosen ? relatedNotFound('/domain_id') : noDefaultDomain();
        const validated = requireUrls(input, urls[index]);
        const columns = { ...columnsOf(validated), ...(await passwordColumns(validated)) } as LinkDraft['columns'];
        requirePublishable(ctx, input, columns.urlHost);
        requireStartBeforeEnd({ startsAt: columns.startsAt ?? null, expiresAt: columns.expiresAt ?? null });
        return {
          domainInfo,
          input: validated,
          columns,
          slugs: createSlugSource(input, domainInfo, settings.slugLength),
        };
      }),
    );
  }
  return prepared;
}

export async function orApiError<T>(work: () => T | Promise<T>): Promise<T | ApiError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

export const allowsPrivateTargets = (
  settings: WorkspaceLinkSettings,
  domainInfo: LinkDomainInfo | undefined,
): boolean => settings.allowPrivateTargets && domainInfo?.shared === false;

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
  const targetingError = input.targeting && targetingFault(input.targeting);
  if (targetingError)
    throw fieldError(
      'unprocessable',
      `/targeting${targetingError.pointer}`,
      targetingError.code,
      targetingError.message,
    );
  requireAllowed(checks);
  return replaceUrls(
    input,
    new Map([...checks].flatMap(([pointer, check]) => (check.ok ? [[pointer, check.href] as const] : []))),
  );
}

export const tagNamesOf = (names: readonly string[] = []): string[] => [
  ...new Map(names.map((name) => [tagKey(name), name])).values(),
];
