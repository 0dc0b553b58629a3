import { useQuery } from '@tanstack/react-query';

import { HOUR_MS } from '../../../shared/durations';
import { useTRPC, type Outputs } from '../../trpc';
import { formatCount, formatNumber } from '../../ui/format';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { AutomationTile } from './automation-tile';
import { LinksTile } from './links-tile';
import { Sparkline } from './sparkline';
import { Tile } from './tile';

import './overview.css';
import { WhatsAppTile } from './whatsapp-tile';

/** The server counts requests together, about this often. */
const COUNTED_EVERY_MS = 10_000;
const HOURS = 24;

export function Tiles({ of }: { of: Outputs['workspaces']['get_overview'] }) {
  const { id: ws } = useWorkspace();
  const can = useCan();
  const trpc = useTRPC();
  const usage = useQuery(
    trpc.usage.get.queryOptions(
      { granularity: 'hour' },
      { enabled: can('usage:read'), refetchInterval: COUNTED_EVERY_MS },
    ),
  );
  const started = of.getting_started;
  return (
    <div className="overview-tiles">
      <Tile
        title="Requests"
        value={formatNumber(started.requests_24h)}
        line={formatCount(started.errors_24h, 'error')}
        link={can('usage:read') ? { to: '/w/$ws/activity', params: { ws } } : undefined}
      >
        {usage.data ? (
          <Sparkline values={byHour(usage.data.data)} label="Requests by hour" />
        ) : (
          <div className="overview-spark" />
        )}
      </Tile>
      <Tile
        title="API keys"
        value={formatNumber(started.live_keys)}
        line="that work now"
        link={can('keys:read') ? { to: '/w/$ws/keys', params: { ws } } : undefined}
      />
      <Tile
        title="Members"
        value={formatNumber(started.members)}
        line={formatCount(started.pending_invitations, 'open invitation')}
        link={{ to: '/w/$ws/settings/members', params: { ws } }}
      />
      {can('whatsapp.instances:read') && <WhatsAppTile />}
      {can('links.analytics:read') && <LinksTile />}
      {can('automation.publications:read') && <AutomationTile of={of.automation} />}
    </div>
  );
}

/** Requests of each of the last 24 hours, the present one last. */
function byHour(points: Outputs['usage']['get']['data']): number[] {
  const last = Math.floor(Date.now() / HOUR_MS);
  const counts = new Map(
    points.map(({ starts_at: at, requests }) => [Math.floor(new Date(at).getTime() / HOUR_MS), requests]),
  );
  return Array.from({ length: HOURS }, (_, index) => counts.get(last - HOURS + 1 + index) ?? 0);
}
