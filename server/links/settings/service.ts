import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import { DEFAULT_LINK_SETTINGS, type LinkSettings, type UpdateLinkSettings } from '../../../shared/links/settings';
import { audit } from '../../access';
import type { Store } from '../../db/database';
import { defined } from '../../defined';
import { ApiError } from '../../errors';
import { requireVersion } from '../../preconditions';
import type { LinksContext } from '../context';
import { grantedDomains, relateDomain } from '../domains/find';
import { type LinkSettingsRow, lockLinkSettings, readLinkSettings, updateLinkSettingsRow } from '../queries/settings';

export type WorkspaceLinkSettings = Omit<LinkSettingsRow, 'workspaceId' | 'updatedAt' | 'version'>;

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

/** Throws 422 `related_not_found`, and to a restricted key, since the settings affect all links. */
export async function updateLinkSettings(ctx: LinksContext, input: UpdateLinkSettings): Promise<LinkSettings> {
  if (grantedDomains(ctx))
    throw new ApiError('unprocessable', 'A key that is limited to certain domains cannot change the link settings.');
  return ctx.db.transaction(async (tx) => {
    const { workspaceId } = ctx;
    const updatedAt = ctx.now();
    const before = await lockLinkSettings(tx.store, {
      workspaceId,
      ...DEFAULT_LINK_SETTINGS,
      updatedAt,
      // The first change makes it 1.
      version: 0,
    });
    requireVersion(ctx, before.version);
    if (input.default_domain_id) await relateDomain(ctx, tx, input.default_domain_id, '/default_domain_id');

    const change = changeOf(input);
    const after = await updateLinkSettingsRow(tx.store, workspaceId, { ...change, updatedAt });
    await audit(
      ctx,
      tx,
      'link_settings.updated',
      { type: 'workspace', id: workspaceId, label: 'Link settings' },
      { after: input },
    );
    return present(ctx, after);
  });
}

const changeOf = (input: UpdateLinkSettings): Partial<WorkspaceLinkSettings> =>
  defined({
    defaultDomainId: input.default_domain_id,
    slugLength: input.slug_length,
    addressStorage: input.address_storage,
    referrerStorage: input.referrer_storage,
    clickRetentionDays: input.click_retention_days,
    countHttpClients: input.count_http_clients,
    allowPrivateTargets: input.allow_private_targets,
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
    click_retention_days: settings.clickRetentionDays,
    count_http_clients: settings.countHttpClients,
    allow_private_targets: settings.allowPrivateTargets,
    updated_at: row?.updatedAt.toISOString() ?? null,
    version: row?.version ?? 0,
  };
}
