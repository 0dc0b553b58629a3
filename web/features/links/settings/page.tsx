import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { preload } from '../../../ui/lazy-parts';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { LinksFrame } from '../frame';
import { useLinkUpdates } from '../use-link-updates';
import { TagsCard } from './tags-card';
import { t } from './texts';

import '../links.css';

const SettingsForm = preload(
  async () => (await import('./settings-form')).SettingsForm,
  <Loading shape="form" rows={4} />,
);

const route = getRouteApi('/w/$ws/links/settings');

export function LinkSettingsPage() {
  const trpc = useTRPC();
  const { tag } = route.useSearch();
  const settings = useQuery(trpc.links.settings.get.queryOptions());
  useLinkUpdates();
  return (
    <LinksFrame title={t('title')} lead={t('lead')} code={{ operation: 'links_tags_list', input: {} }}>
      <div className="links-stack">
        <TagsCard shownId={tag} />
        <Content query={settings} what={t('aSettings')} loading={<Loading shape="form" rows={4} />}>
          {(data) => <SettingsForm settings={data} />}
        </Content>
      </div>
    </LinksFrame>
  );
}
