import { useQuery } from '@tanstack/react-query';

import { account } from '../../../trpc';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { InstancePage } from '../frame';
import { BrandingForm } from './branding-form';
import { t } from './texts';

export function InstanceBrandingPage() {
  return (
    <InstancePage title={t('branding')} lead={t('lead')}>
      <Settings />
    </InstancePage>
  );
}

function Settings() {
  const query = useQuery(account.instance.branding.get.queryOptions());
  return (
    <Card>
      <div className="form-narrow">
        <Content query={query} loading={<Loading shape="form" rows={3} />}>
          {(branding) => <BrandingForm of={branding} />}
        </Content>
      </div>
    </Card>
  );
}
