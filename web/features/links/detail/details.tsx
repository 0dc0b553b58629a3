import { CopyButton } from '../../../ui/code/copy';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatMoment, formatNumber } from '../../../ui/format';
import { Time } from '../../../ui/time';
import { useTags } from '../domains-and-tags';
import { UTM } from '../form/draft';
import { conditionLabel, ruleDraftOf } from '../form/rule-draft';
import { shortOf, type Link } from '../labels';
import { TagChip } from '../tag-chip';

import '../links.css';

const SOURCES = {
  api: 'by the API',
  console: 'in the console',
  import: 'by an import',
  automation: 'by automation',
  mcp: 'by MCP',
} satisfies Record<Link['source'], string>;
const FORWARD_LABELS = {
  append: 'Passed on, but for those that the destination has',
  override: 'Passed on, over those of the destination',
  none: 'Left out',
} satisfies Record<Link['forward_query'], string>;

export function LinkDetails({ of }: { of: Link }) {
  const colors = new Map(useTags().map(({ name, color }) => [name, color]));
  const metadata = Object.entries(of.metadata);
  const utm = UTM.filter(({ name }) => of.utm[name] !== undefined);
  return (
    <DetailList>
      <dt>Short link</dt>
      <dd className="links-fact-line">
        <a href={of.short_url} target="_blank" rel="noreferrer" className="links-strong">
          {shortOf(of.short_url)}
        </a>
        <CopyButton text={of.short_url} />
      </dd>
      <dt>Leads to</dt>
      <dd>
        <a href={of.url} target="_blank" rel="noreferrer nofollow">
          {of.url}
        </a>
      </dd>
      {of.targeting.map(ruleDraftOf).map(({ key, url, conditions }) => (
        <Detail key={key} name={`Rule ${key}`}>
          {conditions.map(conditionLabel).join(', and ')}: <span className="mono">{url}</span>
        </Detail>
      ))}
      {of.tags.length > 0 && (
        <Detail name="Tags">
          <span className="links-tags">
            {of.tags.map((name) => (
              <TagChip key={name} name={name} color={colors.get(name)} />
            ))}
          </span>
        </Detail>
      )}
      {utm.length > 0 && (
        <Detail name="Campaign">{utm.map(({ name, label }) => `${label} ${of.utm[name]}`).join(' · ')}</Detail>
      )}
      {of.starts_at !== null && <Detail name="Starts">{formatMoment(of.starts_at)}</Detail>}
      {of.expires_at !== null && (
        <Detail name="Expires">
          {formatMoment(of.expires_at)}
          {of.expired_url !== null && <span className="dimmed">, then {shortOf(of.expired_url)}</span>}
        </Detail>
      )}
      {of.max_clicks !== null && (
        <Detail name="Click limit">
          {formatNumber(of.remaining_clicks ?? 0)} of {formatNumber(of.max_clicks)} left
          {of.limit_reached_url !== null && <span className="dimmed">, then {shortOf(of.limit_reached_url)}</span>}
        </Detail>
      )}
      {of.has_password && <Detail name="Password">Set</Detail>}
      <Detail name="Redirect">
        {of.redirect_status}{' '}
        <span className="dimmed">
          {[301, 308].includes(of.redirect_status) ? 'permanent, kept by browsers' : 'temporary, asked each time'}
          {of.indexable && ' · search engines may list it'}
        </span>
      </Detail>
      {of.forward_query !== 'append' && <Detail name="Parameters">{FORWARD_LABELS[of.forward_query]}</Detail>}
      {of.external_id !== null && (
        <Detail name="Your own id">
          <span className="mono">{of.external_id}</span>
        </Detail>
      )}
      {metadata.length > 0 && (
        <Detail name="Metadata">
          <span className="mono">{metadata.map(([name, value]) => `${name}: ${value}`).join(', ')}</span>
        </Detail>
      )}
      {of.notes !== null && <Detail name="Notes">{of.notes}</Detail>}
      <Detail name="Made">
        <Time at={of.created_at} /> <span className="dimmed">{SOURCES[of.source]}</span>
      </Detail>
      <Detail name="Last click">
        <Time at={of.last_clicked_at} />
      </Detail>
    </DetailList>
  );
}
