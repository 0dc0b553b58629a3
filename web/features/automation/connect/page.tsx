import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { BrandIcon } from '../../../ui/icons/brand-icon';
import { preload } from '../../../ui/lazy-parts';
import { SecretGuard } from '../../../ui/secret/secret-guard';
import { useSecret } from '../../../ui/secret/store';
import { TabLinks } from '../../../ui/shell/tab-links';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { AutomationFrame } from '../frame';
import { t } from './texts';

import './connect.css';

const loading = <Loading shape="form" />;
const KeyCard = preload(async () => (await import('./key-card')).KeyCard, loading);
const N8n = preload(async () => (await import('./n8n')).N8n, loading);
const Zapier = preload(async () => (await import('./hosted')).Zapier, loading);
const Make = preload(async () => (await import('./hosted')).Make, loading);
const Curl = preload(async () => (await import('./curl')).Curl, loading);

const route = getRouteApi('/w/$ws/automation/connect');
const TOOLS = [
  { tool: undefined, label: 'n8n' },
  { tool: 'zapier', label: 'Zapier' },
  { tool: 'make', label: 'Make' },
  { tool: 'curl', label: 'cURL' },
] as const;

export function ConnectPage() {
  const { id: ws } = useWorkspace();
  const { tool } = route.useSearch();
  const secret = useSecret();
  const [madeId, setMadeId] = useState<string>();
  const key = secret?.ownerId.startsWith('key_') ? secret : undefined;
  const name = TOOLS.find((one) => one.tool === tool)?.label ?? 'n8n';
  return (
    <AutomationFrame title={t('connect')} lead={t('lead')}>
      <SecretGuard label={t('key')} staysInPage />
      <TabLinks label={t('tool')}>
        {TOOLS.map(({ tool: each, label }) => (
          <Link
            key={label}
            to="/w/$ws/automation/connect"
            params={{ ws }}
            search={each === undefined ? {} : { tool: each }}
            activeOptions={{ exact: true, includeSearch: true }}
            replace
          >
            <BrandIcon brand={each ?? 'n8n'} size={15} /> {label}
          </Link>
        ))}
      </TabLinks>
      <div className="automation-stack connect">
        <KeyCard key={name} tool={name} secret={key} madeId={madeId} onMade={setMadeId} />
        {tool === undefined && <N8n secret={key} />}
        {tool === 'zapier' && <Zapier secret={key} />}
        {tool === 'make' && <Make secret={key} />}
        {tool === 'curl' && <Curl secret={key} />}
      </div>
    </AutomationFrame>
  );
}
