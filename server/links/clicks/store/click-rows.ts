import { ID_PREFIXES } from '../../../../shared/ids';
import type { BotReason, Browser, ClickTrigger, Device, OperatingSystem } from '../../../../shared/links/clicks';
import type { StoredClick } from './rows';
import type { ClickSql } from './sql';

export const CLICK_SELECT = `c.seq, c.id, c.workspace_id, c.domain_id, c.link_id, c.created_at, c.bot_reason, c.is_unique,
  c."trigger", c.target_key, c.country, c.region, c.city, c.device, c.os, c.browser, c.language, c.referrer_host,
  r.url, d.url, c.utm_source, c.utm_medium, c.utm_campaign, c.utm_term, c.utm_content, c.utm_ref, c.query, c.tag_ids,
  c.address_prefix
  from link_clicks c
  left join link_urls r on r.workspace_id = c.workspace_id and r.hash = c.referrer_hash
  left join link_urls d on d.workspace_id = c.workspace_id and d.hash = c.destination_hash`;

type NullableText = string | null;

export function clickFromRow(
  sql: Pick<ClickSql, 'idOf' | 'timeOf'>,
  row: readonly unknown[],
): StoredClick & { seq: number } {
  const text = (index: number): NullableText => (row[index] ?? null) as NullableText;
  const utm = Object.entries({
    source: text(20),
    medium: text(21),
    campaign: text(22),
    term: text(23),
    content: text(24),
    ref: text(25),
  }).filter(([, value]) => value !== null);
  return {
    seq: Number(row[0]),
    id: sql.idOf(ID_PREFIXES.click, row[1]),
    workspaceId: sql.idOf(ID_PREFIXES.workspace, row[2]),
    domainId: sql.idOf(ID_PREFIXES.domain, row[3]),
    linkId: sql.idOf(ID_PREFIXES.link, row[4]),
    at: sql.timeOf(row[5]),
    botReason: text(6) as BotReason | null,
    isUnique: Boolean(row[7]),
    trigger: text(8) as ClickTrigger,
    targetKey: text(9),
    country: text(10),
    region: text(11),
    city: text(12),
    device: text(13) as Device | null,
    os: text(14) as OperatingSystem | null,
    browser: text(15) as Browser | null,
    language: text(16),
    referrerHost: text(17),
    referrer: text(18),
    destination: text(19),
    utm: Object.fromEntries(utm) as StoredClick['utm'],
    query: text(26),
    tagIds: text(27)?.split(',') ?? [],
    addressPrefix: text(28),
  };
}
