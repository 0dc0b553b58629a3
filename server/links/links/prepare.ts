import type { FieldIssue } from '../../../shared/errors';
import type { LinkChange, NewLink } from '../../../shared/links/inputs';
import { tagKey } from '../../../shared/links/tags';
import { targetingFault } from '../../../shared/links/targeting';
import { ApiError, fieldError } from '../../errors';
import type { LinksContext } from '../context';
import { type Caller, type LinkPlace, reachablePlaces } from '../domains/find';
import { linkSettingsOf, type WorkspaceLinkSettings } from '../settings/service';
import { judgeTargets, type TargetVerdict } from '../targets';
import { columnsOf, requireSpan } from './columns';
import type { LinkRow } from './origin';
import { passwordHasher } from './passwords';
import { requirePublishable } from './publishable';
import { type SlugSource, slugSource } from './slug';
import { urlFieldsOf, withCampaign, withUrls } from './urls';

type PrepareContext = Pick<LinksContext, 'config' | 'store' | 'db' | 'workspaceId' | 'linkBlocklist'> & Caller;

/** A link that could be made: all is judged that needs no look at other links. */
export interface LinkDraft {
  place: LinkPlace;
  /** With its addresses as they are stored. */
  input: NewLink;
  columns: Partial<LinkRow> & Pick<LinkRow, 'url' | 'urlHash' | 'urlHost'>;
  slugs: SlugSource;
}

/**
 * Judges new links, with one query for each kind of thing that they name; in place of one that cannot be made stands
 * why. Call it outside transactions, for it takes its time with passwords.
 */
export async function prepareLinks(ctx: PrepareContext, inputs: readonly NewLink[]): Promise<(LinkDraft | ApiError)[]> {
  const settings = await linkSettingsOf(ctx, ctx.store);
  const domainOf = (input: NewLink): string => input.domain_id ?? settings.defaultDomainId ?? '';
  const places = await reachablePlaces(ctx, ctx.db, inputs.map(domainOf));

  const drafts = inputs.map((input) => withCampaign(input));
  const urls = await judgeUrls(
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
        const judged = requireUrls(input, urls[index]);
        const columns = { ...columnsOf(judged), ...(await passwordColumns(judged)) } as LinkDraft['columns'];
        requirePublishable(ctx, input, columns.urlHost);
        requireSpan({ startsAt: columns.startsAt ?? null, expiresAt: columns.expiresAt ?? null });
        return { place, input: judged, columns, slugs: slugSource(input, place, settings.slugLength) };
      }),
    );
  }
  return prepared;
}

/** What `work` returns, or the refusal that it throws. */
export async function refusable<T>(work: () => T | Promise<T>): Promise<T | ApiError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

export const mayBePrivate = (settings: WorkspaceLinkSettings, place: LinkPlace | undefined): boolean =>
  settings.allowPrivateTargets && place?.shared === false;

/** Verdicts on the addresses of each input, by their places in it. */
export async function judgeUrls(
  ctx: Pick<PrepareContext, 'config' | 'store' | 'linkBlocklist'>,
  asked: readonly { input: LinkChange; allowPrivate: boolean }[],
): Promise<ReadonlyMap<string, TargetVerdict>[]> {
  const fields = asked.map(({ input, allowPrivate }) =>
    urlFieldsOf(input).map((field) => ({ ...field, allowPrivate })),
  );
  const verdicts = (await judgeTargets(ctx, fields.flat())).values();
  return fields.map(
    (own) =>
      new Map(
        own.flatMap(({ pointer }) => {
          const { value } = verdicts.next();
          return value ? [[pointer, value] as const] : [];
        }),
      ),
  );
}

/** The input with its addresses as they are stored. Throws 422 with an issue for each that is refused. */
export function requireUrls<T extends LinkChange>(
  input: T,
  verdicts: ReadonlyMap<string, TargetVerdict> = new Map(),
): T {
  const fault = input.targeting && targetingFault(input.targeting);
  if (fault) throw fieldError('unprocessable', `/targeting${fault.pointer}`, fault.code, fault.message);
  const refused = [...verdicts].flatMap(([pointer, verdict]): FieldIssue[] =>
    verdict.ok ? [] : [{ in: 'body', pointer, code: verdict.code, message: verdict.message }],
  );
  const [first] = refused;
  if (first) throw new ApiError('unprocessable', { detail: first.message, errors: refused });
  return withUrls(
    input,
    new Map([...verdicts].flatMap(([pointer, verdict]) => (verdict.ok ? [[pointer, verdict.href] as const] : []))),
  );
}

/** Names of tags, each once. */
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
