import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatList, formatMoment } from '../../../ui/format';
import { hostIn } from '../../../ui/icons/host';
import { HostIcon } from '../../../ui/icons/host-icon';
import { Time } from '../../../ui/time';
import { useTags } from '../domains-and-tags';
import { utmFields } from '../form/draft';
import { conditionLabel, ruleDraftOf } from '../form/rule-draft';
import { shortOf, type Link } from '../labels';
import { TagChip } from '../tag-chip';
import { t } from '../texts';

import '../links.css';

const SOURCES = {
  api: () => t('sourceApi'),
  console: () => t('sourceConsole'),
  import: () => t('sourceImport'),
  automation: () => t('sourceAutomation'),
  mcp: () => t('sourceMcp'),
} satisfies Record<Link['source'], () => string>;
const FORWARD_LABELS = {
  append: () => t('forwardAppend'),
  override: () => t('forwardOverride'),
  none: () => t('forwardNone'),
} satisfies Record<Link['forward_query'], () => string>;

export function LinkDetails({ of }: { of: Link }) {
  const colors = new Map(useTags().map(({ name, color }) => [name, color]));
  const metadata = Object.entries(of.metadata);
  const utm = utmFields().filter(({ name }) => of.utm[name] !== undefined);
  return (
    <DetailList>
      <dt>{t('destination')}</dt>
      <dd>
        <a href={of.url} target="_blank" rel="noreferrer nofollow">
          <HostIcon host={hostIn(of.url) ?? of.url} /> {of.url}
        </a>
      </dd>
      {of.targeting.map(ruleDraftOf).map(({ key, url, conditions }) => (
        <Detail key={key} name={t('rule', { name: key })}>
          {formatList(conditions.map(conditionLabel))} → <span className="mono">{url}</span>
        </Detail>
      ))}
      {of.tags.length > 0 && (
        <Detail name={t('tags')}>
          <span className="links-tags">
            {of.tags.map((name) => (
              <TagChip key={name} name={name} color={colors.get(name)} />
            ))}
          </span>
        </Detail>
      )}
      {utm.length > 0 && (
        <Detail name={t('campaign')}>{utm.map(({ name, label }) => `${label} ${of.utm[name]}`).join(' · ')}</Detail>
      )}
      {of.starts_at !== null && <Detail name={t('starts')}>{formatMoment(of.starts_at)}</Detail>}
      {of.expires_at !== null && (
        <Detail name={t('expires')}>
          {formatMoment(of.expires_at)}
          {of.expired_url !== null && <span className="dimmed">{t('thenTo', { url: shortOf(of.expired_url) })}</span>}
        </Detail>
      )}
      {of.max_clicks !== null && (
        <Detail name={t('clickLimit')}>
          {t('clicksLeft', { left: of.remaining_clicks ?? 0, max: of.max_clicks })}
          {of.limit_reached_url !== null && (
            <span className="dimmed">{t('thenTo', { url: shortOf(of.limit_reached_url) })}</span>
          )}
        </Detail>
      )}
      {of.has_password && <Detail name={t('password')}>{t('passwordSet')}</Detail>}
      <Detail name={t('redirect')}>
        {of.redirect_status}{' '}
        <span className="dimmed">
          {[301, 308].includes(of.redirect_status) ? t('permanent') : t('temporary')}
          {of.indexable && ` ${t('searchEngines')}`}
        </span>
      </Detail>
      {of.forward_query !== 'append' && <Detail name={t('parameters')}>{FORWARD_LABELS[of.forward_query]()}</Detail>}
      {of.external_id !== null && (
        <Detail name={t('externalId')}>
          <span className="mono">{of.external_id}</span>
        </Detail>
      )}
      {metadata.length > 0 && (
        <Detail name={t('metadata')}>
          <span className="mono">{metadata.map(([name, value]) => `${name}: ${value}`).join(', ')}</span>
        </Detail>
      )}
      {of.notes !== null && <Detail name={t('notes')}>{of.notes}</Detail>}
      <Detail name={t('created')}>
        <Time at={of.created_at} /> <span className="dimmed">{SOURCES[of.source]()}</span>
      </Detail>
      <Detail name={t('lastClick')}>
        <Time at={of.last_clicked_at} />
      </Detail>
    </DetailList>
  );
}
