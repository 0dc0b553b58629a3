import { Link } from '@tanstack/react-router';

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../../../shared/durations';
import { CodeBlock } from '../../../ui/code/code-block';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatMoment, shortId } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Time } from '../../../ui/time';
import { useKeyNames } from '../../models/use-key-names';
import { useChannelName } from '../use-channels';
import { SlotTimes } from './composer/slot-times';
import { sourceLabel, type Publication } from './labels';
import { t } from './texts';

const FORMATS = { plain: '', markdown: 'Markdown', html: 'HTML' };

/** What it says, and how it was scheduled. */
export const PublicationDetails = ({ of }: { of: Publication }) => (
  <div className="automation-stack">
    <Card title={t('content')}>
      <Content of={of} />
    </Card>
    <Card title={t('details')}>
      <Facts of={of} />
    </Card>
  </div>
);

function Content({ of }: { of: Publication }) {
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
          <h3>{t('onlyOn', { channel: channelName(kind) })}</h3>
          <CodeBlock
            code={JSON.stringify(own, null, 2)}
            language="json"
            label={t('contentOn', { channel: channelName(kind) })}
            hasCopy={false}
          />
        </div>
      ))}
    </div>
  );
}

function Facts({ of }: { of: Publication }) {
  const { source, approval, schedule, metadata } = of;
  const pairs = Object.entries(metadata);
  const quiet = schedule.quiet_hours;
  return (
    <DetailList>
      <Detail name={t('due')}>{of.due_at === null ? t('unscheduled') : formatMoment(of.due_at)}</Detail>
      {schedule.mode === 'next_slot' && (
        <Detail name={t('slots')}>
          <SlotTimes of={schedule.slots ?? []} />
        </Detail>
      )}
      {quiet && <Detail name={t('quietHours')}>{t('fromTo', { from: quiet.from, to: quiet.to })}</Detail>}
      {schedule.timezone !== undefined && <Detail name={t('timeZone')}>{schedule.timezone}</Detail>}
      <Detail name={t('expires')}>
        {of.expires_at === null
          ? t('expiresAfter', { duration: durationOf(of.expires_after_seconds) })
          : formatMoment(of.expires_at)}
      </Detail>
      <Detail name={t('ifTooLong')}>{t(`overflow_${of.overflow}`)}</Detail>
      <Detail name={t('shortLinks')}>{t(`links_${of.short_links}`)}</Detail>
      <Detail name={t('created')}>
        {t.rich('createdAtBy', { time: () => <Time at={of.created_at} />, source: sourceLabel(source.kind) })}
      </Detail>
      <Origin of={source} />
      {approval?.decided_at && (
        <Detail name={t(approval.reason === null ? 'approved' : 'rejected')}>
          <Time at={approval.decided_at} />
        </Detail>
      )}
      {of.completed_at !== null && (
        <Detail name={t('finished')}>
          <Time at={of.completed_at} />
        </Detail>
      )}
      {pairs.length > 0 && (
        <Detail name={t('metadata')}>
          <span className="mono">{pairs.map(([name, value]) => `${name}: ${value}`).join(', ')}</span>
        </Detail>
      )}
    </DetailList>
  );
}

/** In the largest unit that leaves nothing over. */
function durationOf(seconds: number): string {
  if (seconds % DAY_SECONDS === 0 && seconds > DAY_SECONDS) return t('days', { count: seconds / DAY_SECONDS });
  if (seconds % HOUR_SECONDS === 0) return t('hours', { count: seconds / HOUR_SECONDS });
  return t('minutes', { count: Math.round(seconds / MINUTE_SECONDS) });
}

function Origin({ of }: { of: Publication['source'] }) {
  const links = [
    [t('endpoint'), of.endpoint_id],
    [t('request'), of.inbound_request_id],
    [t('ruleRun'), of.rule_run_id],
  ] as const;
  const { id: ws } = useWorkspace();
  return (
    <>
      {links.map(
        ([name, id]) =>
          id !== null && (
            <Detail key={name} name={name}>
              <Link to="/w/$ws/o/$id" params={{ ws, id }} className="mono">
                {shortId(id)}
              </Link>
            </Detail>
          ),
      )}
      {of.key_id !== null && (
        <Detail name={t('key')}>
          <KeyName id={of.key_id} />
        </Detail>
      )}
    </>
  );
}

function KeyName({ id }: { id: string }) {
  const { id: ws } = useWorkspace();
  const { nameOf, mayRead } = useKeyNames();
  if (!mayRead) return <span className="mono">{shortId(id)}</span>;
  return (
    <Link to="/w/$ws/keys/$key" params={{ ws, key: id }}>
      {nameOf(id)}
    </Link>
  );
}
