import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import { DEFAULT_LINK_SETTINGS, type LinkSettings, type UpdateLinkSettings } from '../../../shared/links/settings';
import { audit } from '../../access/audit/write';
import type { Store } from '../../db/database';
import { ApiError } from '../../errors';
import { requireVersion } from '../../preconditions';
import type { LinksContext } from '../context';
import { narrowedTo, relateDomain } from '../domains/find';
import { type LinkSettingsRow, lockLinkSettings, readLinkSettings, updateLinkSettingsRow } from '../queries/settings';

/** What holds for a workspace: what it chose, else the defaults. */
export type WorkspaceLinkSettings = Omit<LinkSettingsRow, 'workspaceId' | 'updatedAt' | 'version'>;

/** The settings as rules work with them, with the domain that links are made on which name none. */
export async function linkSettingsOf(
  ctx: Pick<LinksContext, 'config' | 'workspaceId'>,
  store: Store,
): Promise<WorkspaceLinkSettings> {
  const row = (await readLinkSettings(store, ctx.workspaceId)) ?? { ...DEFAULT_LINK_SETTINGS, defaultDomainId: null };
  return { ...row, defaultDomainId: defaultDomainOf(ctx, row) };
}

export async function getLinkSettings(ctx: LinksContext): Promise<LinkSettings> {
  return present(ctx, await readLinkSettings(ctx.store, ctx.workspaceId));
}

/**
 * Changes what the input names. Throws 422 `related_not_found` for a domain that the caller does not reach, and to a
 * key for named domains, since the settings hold for all.
 */
export async function updateLinkSettings(ctx: LinksContext, input: UpdateLinkSettings): Promise<LinkSettings> {
  if (narrowedTo(ctx))
    throw new ApiError('unprocessable', 'A key that is limited to certain domains cannot change the link settings.');
  return ctx.db.transaction(async (tx) => {
    const { workspaceId } = ctx;
    const updatedAt = ctx.now();
    const before = await lockLinkSettings(tx.store, {
      workspaceId,
      ...DEFAULT_LINK_SETTINGS,
      updatedAt,
      // A change makes it 1, as of every object.
      version: 0,
    });
    requireVersion(ctx, before.version);
    if (input.default_domain_id) await relateDomain(ctx, tx, input.default_domain_id, '/default_domain_id');

    const change = changeOf(input);
    const after = await updateLinkSettingsRow(tx.store, workspaceId, { ...change, updatedAt });
    await audit(ctx, tx.store, {
      workspaceId,
      action: 'link_settings.updated',
      target: { type: 'workspace', id: workspaceId, label: 'Link settings' },
      changes: { after: input },
    });
    return present(ctx, after);
  });
}

const changeOf = (input: UpdateLinkSettings): Partial<WorkspaceLinkSettings> => ({
  ...(input.default_domain_id === undefined ? {} : { defaultDomainId: input.default_domain_id }),
  ...(input.slug_length === undefined ? {} : { slugLength: input.slug_length }),
  ...(input.address_storage === undefined ? {} : { addressStorage: input.address_storage }),
  ...(input.referrer_storage === undefined ? {} : { referrerStorage: input.referrer_storage }),
  ...(input.raw_click_days === undefined ? {} : { rawClickDays: input.raw_click_days }),
  ...(input.count_tools === undefined ? {} : { countTools: input.count_tools }),
  ...(input.allow_private_targets === undefined ? {} : { allowPrivateTargets: input.allow_private_targets }),
});

const defaultDomainOf = (
  { config }: Pick<LinksContext, 'config'>,
  row: Pick<LinkSettingsRow, 'defaultDomainId'> | undefined,
): string | null => {
  const chosen = row?.defaultDomainId ?? SHARED_DOMAIN_ID;
  return chosen === SHARED_DOMAIN_ID && !config.sharedLinkDomain ? null : chosen;
};

function present(ctx: Pick<LinksContext, 'config'>, row: LinkSettingsRow | undefined): LinkSettings {
  const settings = row ?? DEFAULT_LINK_SETTINGS;
  return {
    default_domain_id: defaultDomainOf(ctx, row),
    slug_length: settings.slugLength,
    address_storage: settings.addressStorage,
    referrer_storage: settings.referrerStorage,
    raw_click_days: settings.rawClickDays,
    count_tools: settings.countTools,
    allow_private_targets: settings.allowPrivateTargets,
    updated_at: row?.updatedAt.toISOString() ?? null,
    version: row?.version ?? 0,
  };
}
