import { CopyButton } from '../../ui/code/copy';
import { Fact, Facts } from '../../ui/facts';
import { formatMoment, formatNumber } from '../../ui/format';
import { Time } from '../../ui/time';
import { UTM } from './draft';
import { shortOf, type Link } from './labels';
import { conditionLabel, ruleDraftOf } from './rule-draft';
import { TagChip } from './tag-chip';
import { useTags } from './use-places';

import './links.css';

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

export function LinkFacts({ of }: { of: Link }) {
  const colors = new Map(useTags().map(({ name, color }) => [name, color]));
  const metadata = Object.entries(of.metadata);
  const utm = UTM.filter(({ name }) => of.utm[name] !== undefined);
  return (
    <Facts>
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
        <Fact key={key} name={`Rule ${key}`}>
          {conditions.map(conditionLabel).join(', and ')}: <span className="mono">{url}</span>
        </Fact>
      ))}
      {of.tags.length > 0 && (
        <Fact name="Tags">
          <span className="links-tags">
            {of.tags.map((name) => (
              <TagChip key={name} name={name} color={colors.get(name)} />
            ))}
          </span>
        </Fact>
      )}
      {utm.length > 0 && (
        <Fact name="Campaign">{utm.map(({ name, label }) => `${label} ${of.utm[name]}`).join(' · ')}</Fact>
      )}
      {of.starts_at !== null && <Fact name="Starts">{formatMoment(of.starts_at)}</Fact>}
      {of.expires_at !== null && (
        <Fact name="Expires">
          {formatMoment(of.expires_at)}
          {of.expired_url !== null && <span className="dimmed">, then {shortOf(of.expired_url)}</span>}
        </Fact>
      )}
      {of.max_clicks !== null && (
        <Fact name="Click limit">
          {formatNumber(of.remaining_clicks ?? 0)} of {formatNumber(of.max_clicks)} left
          {of.limit_reached_url !== null && <span className="dimmed">, then {shortOf(of.limit_reached_url)}</span>}
        </Fact>
      )}
      {of.has_password && <Fact name="Password">Set</Fact>}
      <Fact name="Redirect">
        {of.redirect_status}{' '}
        <span className="dimmed">
          {[301, 308].includes(of.redirect_status) ? 'permanent, kept by browsers' : 'temporary, asked each time'}
          {of.indexable && ' · search engines may list it'}
        </span>
      </Fact>
      {of.forward_query !== 'append' && <Fact name="Parameters">{FORWARD_LABELS[of.forward_query]}</Fact>}
      {of.external_id !== null && (
        <Fact name="Your own id">
          <span className="mono">{of.external_id}</span>
        </Fact>
      )}
      {metadata.length > 0 && (
        <Fact name="Metadata">
          <span className="mono">{metadata.map(([name, value]) => `${name}: ${value}`).join(', ')}</span>
        </Fact>
      )}
      {of.notes !== null && <Fact name="Notes">{of.notes}</Fact>}
      <Fact name="Made">
        <Time at={of.created_at} /> <span className="dimmed">{SOURCES[of.source]}</span>
      </Fact>
      <Fact name="Last click">
        <Time at={of.last_clicked_at} />
      </Fact>
    </Facts>
  );
}
