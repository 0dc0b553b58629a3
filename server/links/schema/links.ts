import type { DomainStatus, RedirectStatus } from '../../../shared/links/domains';
import type { ForwardQuery, LinkActor, LinkPreview, LinkSource } from '../../../shared/links/links';
import type { AddressStorage, ReferrerStorage } from '../../../shared/links/settings';
import type { TagColor } from '../../../shared/links/tags';
import type { TargetRule } from '../../../shared/links/targeting';
import {
  bigInteger,
  boolean,
  index,
  integer,
  json,
  primaryKey,
  rowNumber,
  table,
  text,
  timestamp,
  uniqueIndex,
} from '../../db/columns';
import {
  createdAt,
  id,
  leaseIndex,
  partialIndex,
  partialUniqueIndex,
  updatedAt,
  version,
} from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';

export const linkDomains = table(
  'link_domains',
  {
    id: id(),
    workspaceId: workspaceId(),
    /** Lower-case punycode, with a port only on a loopback installation. */
    hostname: text('hostname').notNull(),
    status: text('status').$type<Exclude<DomainStatus, 'disabled'>>().notNull(),
    disabled: boolean('disabled').notNull().default(false),
    blockedAt: timestamp('blocked_at'),
    /** Value of the TXT record and of the verification page. */
    token: text('token').notNull(),
    caseSensitive: boolean('case_sensitive').notNull().default(false),
    rootUrl: text('root_url'),
    notFoundUrl: text('not_found_url'),
    expiredUrl: text('expired_url'),
    defaultRedirectStatus: integer('default_redirect_status').$type<RedirectStatus>().notNull().default(302),
    lastError: text('last_error'),
    verifiedAt: timestamp('verified_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    partialUniqueIndex('link_domains_hostname_key', [t.hostname], "status <> 'pending'"),
    uniqueIndex('link_domains_workspace_hostname_key').on(t.workspaceId, t.hostname),
    uniqueIndex('link_domains_workspace_id_key').on(t.workspaceId, t.id),
  ],
);

export const links = table(
  'links',
  {
    id: id(),
    workspaceId: workspaceId(),
    domainId: text('domain_id').notNull(),
    slug: text('slug').notNull(),
    /** Folded unless the domain is case-sensitive; unique within the domain. */
    slugKey: text('slug_key').notNull(),
    url: text('url').notNull(),
    urlHash: text('url_hash').notNull(),
    urlHost: text('url_host').notNull(),
    title: text('title'),
    notes: text('notes'),
    externalId: text('external_id'),
    metadata: json<Record<string, string>>('metadata').notNull(),
    redirectStatus: integer('redirect_status').$type<RedirectStatus>().notNull(),
    startsAt: timestamp('starts_at'),
    expiresAt: timestamp('expires_at'),
    expiredUrl: text('expired_url'),
    /** When `link.expired` was emitted; cleared by a change of the expiry. */
    expiredEventAt: timestamp('expired_event_at'),
    maxClicks: integer('max_clicks'),
    limitReachedUrl: text('limit_reached_url'),
    limitReachedAt: timestamp('limit_reached_at'),
    passwordHash: text('password_hash'),
    /** Increases with each new password, which invalidates cookies of older ones. */
    passwordVersion: integer('password_version').notNull().default(0),
    targeting: json<TargetRule[]>('targeting').notNull(),
    forwardQuery: text('forward_query').$type<ForwardQuery>().notNull(),
    preview: json<LinkPreview>('preview'),
    indexable: boolean('indexable').notNull().default(false),
    disabled: boolean('disabled').notNull().default(false),
    archived: boolean('archived').notNull().default(false),
    blockedAt: timestamp('blocked_at'),
    blockedReason: text('blocked_reason').$type<'list' | 'operator'>(),
    blockedNote: text('blocked_note'),
    source: text('source').$type<LinkSource>().notNull(),
    publicationId: text('publication_id'),
    createdByType: text('created_by_type').$type<LinkActor['type']>().notNull(),
    createdById: text('created_by_id').notNull(),
    search: text('search').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('links_domain_slug_key').on(t.domainId, t.slugKey),
    partialUniqueIndex('links_workspace_external_key', [t.workspaceId, t.externalId], 'external_id is not null'),
    // Ids sort by creation.
    uniqueIndex('links_workspace_id_key').on(t.workspaceId, t.id),
    index('links_workspace_slug_idx').on(t.workspaceId, t.slugKey, t.id),
    index('links_workspace_url_idx').on(t.workspaceId, t.urlHash),
    index('links_url_host_idx').on(t.urlHost),
    partialIndex('links_blocked_idx', [t.urlHost], 'blocked_at is not null'),
    partialIndex('links_expires_idx', [t.expiresAt], 'expires_at is not null and expired_event_at is null'),
    partialIndex('links_publication_idx', [t.workspaceId, t.publicationId], 'publication_id is not null'),
  ],
);

export type LinkRow = typeof links.$inferSelect;

export const linkTags = table(
  'link_tags',
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    color: text('color').$type<TagColor>().notNull().default('gray'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('link_tags_workspace_id_key').on(t.workspaceId, t.id),
    uniqueIndex('link_tags_workspace_name_key').on(t.workspaceId, t.nameKey),
  ],
);

export const linkTagLinks = table(
  'link_tag_links',
  {
    workspaceId: workspaceId(),
    tagId: text('tag_id')
      .notNull()
      .references(() => linkTags.id, { onDelete: 'cascade' }),
    linkId: text('link_id')
      .notNull()
      .references(() => links.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.tagId, t.linkId] }), index('link_tag_links_link_idx').on(t.linkId)],
);

export const linkSettings = table('link_settings', {
  workspaceId: workspaceId().primaryKey(),
  /** Null means the shared domain, or none if that is disabled. */
  defaultDomainId: text('default_domain_id'),
  slugLength: integer('slug_length').notNull(),
  addressStorage: text('address_storage').$type<AddressStorage>().notNull(),
  referrerStorage: text('referrer_storage').$type<ReferrerStorage>().notNull(),
  clickRetentionDays: integer('click_retention_days').notNull(),
  countHttpClients: boolean('count_http_clients').notNull(),
  allowPrivateTargets: boolean('allow_private_targets').notNull(),
  updatedAt: updatedAt(),
  version: version(),
});

/** Distinguishes visitors within one UTC day; deleted two days later, which makes them anonymous. */
export const linkSalts = table('link_salts', {
  day: text('day').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: createdAt(),
});

/** Compiled links that other processes have to reload; without a key, the whole domain. */
export const linkChanges = table(
  'link_changes',
  {
    seq: rowNumber('seq'),
    domainId: text('domain_id').notNull(),
    slugKey: text('slug_key'),
    createdAt: createdAt(),
  },
  (t) => [index('link_changes_created_idx').on(t.createdAt)],
);

export const clickJournal = table('click_journal', {
  /** Created by the writer in order of time, so that it can check a commit without an answer. */
  id: text('id').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: createdAt(),
});

/** Hosts that no link may lead to, including their subdomains; besides the files of the operator. */
export const linkBlockedHosts = table('link_blocked_hosts', {
  host: text('host').primaryKey(),
  reason: text('reason'),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
});

export const linkRemovals = table(
  'link_removals',
  {
    linkId: text('link_id').primaryKey(),
    workspaceId: workspaceId(),
    createdAt: createdAt(),
  },
  (t) => [index('link_removals_created_idx').on(t.createdAt)],
);

export const linkImports = table(
  'link_imports',
  {
    id: id(),
    workspaceId: workspaceId(),
    status: text('status').$type<'queued' | 'running' | 'completed' | 'failed' | 'canceled'>().notNull(),
    format: text('format').$type<'csv' | 'ndjson'>().notNull(),
    domainId: text('domain_id'),
    onConflict: text('on_conflict').$type<'error' | 'skip' | 'update'>().notNull(),
    dryRun: boolean('dry_run').notNull(),
    suppressEvents: boolean('suppress_events').notNull(),
    columns: json<Record<string, string>>('columns').notNull(),
    fileSha256: text('file_sha256').notNull(),
    fileBytes: bigInteger('file_bytes').notNull(),
    offset: bigInteger('offset').notNull().default(0),
    line: integer('line').notNull().default(0),
    rowsTotal: integer('rows_total'),
    rowsDone: integer('rows_done').notNull().default(0),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    errors: json<{ line: number; code: string; field: string | null; message: string }[]>('errors').notNull(),
    createdByType: text('created_by_type').$type<LinkActor['type']>().notNull(),
    createdById: text('created_by_id').notNull(),
    /** Domains that the creating key is restricted to; null for all. */
    domainIds: json<string[]>('domain_ids'),
    leaseOwner: text('lease_owner'),
    leaseUntil: timestamp('lease_until'),
    createdAt: createdAt(),
    completedAt: timestamp('completed_at'),
  },
  (t) => [
    uniqueIndex('link_imports_workspace_id_key').on(t.workspaceId, t.id),
    partialIndex('link_imports_open_idx', [t.workspaceId, t.id], "status in ('queued', 'running')"),
    leaseIndex('link_imports_lease_idx', t.leaseOwner),
  ],
);

export type ImportRow = typeof linkImports.$inferSelect;
