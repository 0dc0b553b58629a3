import { Link } from '@tanstack/react-router';

import { CodeBlock } from '../../../ui/code/code-block';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatDuration, formatMoment } from '../../../ui/format';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Time } from '../../../ui/time';
import { useChannelName } from '../use-channels';
import { SOURCES, type Publication } from './labels';

const OVERFLOWS = { reject: 'Refused', truncate: 'Cut', split: 'Split' } satisfies Record<
  Publication['overflow'],
  string
>;
const SHORT_LINKS = {
  off: 'None',
  auto: 'Of every address',
  explicit: 'Where the mapping marks them',
} satisfies Record<Publication['short_links'], string>;
const FORMATS = { plain: '', markdown: 'Markdown', html: 'HTML' };

export function PublicationContent({ of }: { of: Publication }) {
  const channelName = useChannelName();
  const { content, overrides } = of;
  return (
    <div className="pub-content">
      {content.text !== undefined && <p className="pub-text">{content.text}</p>}
      {FORMATS[content.format] !== '' && <div className="dimmed automation-small">{FORMATS[content.format]}</div>}
      {content.media.length > 0 && (
        <ul>
          {content.media.map(({ url, media_id: id, caption }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- files have no other name than their place
            <li key={at}>
              <span className="mono">{url ?? id}</span>
              {caption !== undefined && <div>{caption}</div>}
            </li>
          ))}
        </ul>
      )}
      {Object.entries(overrides).map(([kind, own]) => (
        <div key={kind}>
          <h3>Only on {channelName(kind)}</h3>
          <CodeBlock
            code={JSON.stringify(own, null, 2)}
            language="json"
            label={`Content on ${channelName(kind)}`}
            hasCopy={false}
          />
        </div>
      ))}
    </div>
  );
}

export function PublicationDetails({ of }: { of: Publication }) {
  const { source, approval, schedule, metadata } = of;
  const pairs = Object.entries(metadata);
  const quiet = schedule.quiet_hours;
  return (
    <DetailList>
      <Detail name="Due">{of.due_at === null ? 'Not set' : formatMoment(of.due_at)}</Detail>
      {schedule.mode === 'next_slot' && (
        <Detail name="Slots">
          <span className="mono">{(schedule.slots ?? []).join(' · ')}</span>
        </Detail>
      )}
      {quiet && (
        <Detail name="Quiet hours">
          {quiet.from} to {quiet.to}
        </Detail>
      )}
      {schedule.timezone !== undefined && <Detail name="Time zone">{schedule.timezone}</Detail>}
      <Detail name="Expires">
        {of.expires_at === null
          ? `${formatDuration(of.expires_after_seconds * 1000)} after it is due`
          : formatMoment(of.expires_at)}
      </Detail>
      <Detail name="Too long">{OVERFLOWS[of.overflow]}</Detail>
      <Detail name="Short links">{SHORT_LINKS[of.short_links]}</Detail>
      <Detail name="Made">
        <Time at={of.created_at} /> <span className="dimmed">by {SOURCES[source.kind]}</span>
      </Detail>
      <Origin of={source} />
      {approval?.decided_at && (
        <Detail name={approval.reason === null ? 'Approved' : 'Rejected'}>
          <Time at={approval.decided_at} />
        </Detail>
      )}
      {of.completed_at !== null && (
        <Detail name="Finished">
          <Time at={of.completed_at} />
        </Detail>
      )}
      {pairs.length > 0 && (
        <Detail name="Metadata">
          <span className="mono">{pairs.map(([name, value]) => `${name}: ${value}`).join(', ')}</span>
        </Detail>
      )}
    </DetailList>
  );
}

function Origin({ of }: { of: Publication['source'] }) {
  const links = [
    ['Endpoint', of.endpoint_id],
    ['Request', of.inbound_request_id],
    ['Rule run', of.rule_run_id],
    ['Key', of.key_id],
  ] as const;
  const { id: ws } = useWorkspace();
  return links.map(
    ([name, id]) =>
      id !== null && (
        <Detail key={name} name={name}>
          <Link to="/w/$ws/o/$id" params={{ ws, id }} className="mono">
            {id}
          </Link>
        </Detail>
      ),
  );
}
