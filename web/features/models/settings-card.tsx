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
import { aliasesOf, aliasLine, type Settings } from './lines';
import { t } from './texts';

// The schema that validates the form weighs as much as the page.
const SettingsForm = lazyPart(async () => (await import('./settings-form')).SettingsForm);
const loading = <Loading shape="form" rows={3} />;

export function ModelsSettingsCard() {
  const trpc = useTRPC();
  const mayWrite = useHasRole('owner', 'admin');
  const query = useQuery(trpc.models.settings.get.queryOptions());
  return (
    <Card title={t('aliasesAndAccess')}>
      <Content query={query} loading={loading}>
        {(data) => (
          <div className="models-stack">
            <DeadAliases />
            {mayWrite ? (
              <Suspense fallback={loading}>
                <SettingsForm settings={data} />
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
      {t.rich('deadAliases', {
        count: dead.length,
        names: () => <span className="mono">{formatList(dead)}</span>,
      })}
    </Note>
  );
}

function SettingsList({ settings }: { settings: Settings }) {
  const { aliases, allow, deny } = settings;
  return (
    <>
      <DetailList>
        <dt>{t('aliases')}</dt>
        <dd>
          <Lines lines={aliasesOf(aliases).map(aliasLine)} none={t('none')} />
        </dd>
        <dt>{t('allowed')}</dt>
        <dd>
          <Lines lines={allow} none={t('all')} />
        </dd>
        <dt>{t('blocked')}</dt>
        <dd>
          <Lines lines={deny} none={t('none')} />
        </dd>
      </DetailList>
      <Note tone="neutral">{t('askOwner')}</Note>
    </>
  );
}

function Lines({ lines, none }: { lines: readonly string[]; none: string }) {
  if (lines.length === 0) return none;
  return (
    <ul className="models-lines mono">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
