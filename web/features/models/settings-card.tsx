import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';

import { useTRPC } from '../../trpc';
import { DetailList } from '../../ui/detail/detail-list';
import { formatList } from '../../ui/format';
import { lazyPart } from '../../ui/lazy-parts';
import { Card } from '../../ui/page';
import { useHasRole } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Note } from '../../ui/tag';
import { linesOf, textsOf, type Settings } from './lines';

// The schema that validates the form weighs as much as the page.
const SettingsForm = lazyPart(async () => (await import('./settings-form')).SettingsForm);
const loading = <Loading shape="form" rows={3} />;

export function ModelsSettingsCard() {
  const trpc = useTRPC();
  const mayWrite = useHasRole('owner', 'admin');
  const query = useQuery(trpc.models.settings.get.queryOptions());
  return (
    <Card title="Aliases and access">
      <Content query={query} loading={loading}>
        {(data) => (
          <div className="models-stack">
            <DeadAliases />
            {mayWrite ? (
              <Suspense fallback={loading}>
                <SettingsForm key={JSON.stringify(data)} settings={data} />
              </Suspense>
            ) : (
              <SettingsList settings={data} />
            )}
          </div>
        )}
      </Content>
    </Card>
  );
}

/** Aliases without a model: requests for them are refused. */
function DeadAliases() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.models.get_health.queryOptions());
  const dead = data?.aliases.filter(({ model_id: id }) => id === null).map(({ name }) => name) ?? [];
  if (dead.length === 0) return null;
  return (
    <Note tone="warning">
      {dead.length === 1 ? 'An alias leads' : 'Some aliases lead'} to no model that the workspace may use:{' '}
      <span className="mono">{formatList(dead)}</span>.
    </Note>
  );
}

function SettingsList({ settings }: { settings: Settings }) {
  const { aliases, allow, deny } = textsOf(settings);
  return (
    <>
      <DetailList>
        <dt>Aliases</dt>
        <dd>
          <Lines text={aliases} none="None" />
        </dd>
        <dt>May use</dt>
        <dd>
          <Lines text={allow} none="All" />
        </dd>
        <dt>May not use</dt>
        <dd>
          <Lines text={deny} none="None" />
        </dd>
      </DetailList>
      <Note tone="neutral">Owners and admins set aliases and what may be used.</Note>
    </>
  );
}

function Lines({ text, none }: { text: string; none: string }) {
  if (text === '') return none;
  return (
    <ul className="models-lines mono">
      {linesOf(text).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
