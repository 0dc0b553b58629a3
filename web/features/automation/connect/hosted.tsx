import { Link } from '@tanstack/react-router';

import { Card } from '../../../ui/page';
import { masked } from '../../../ui/secret/secret-field';
import type { Secret } from '../../../ui/secret/store';
import { useWorkspace } from '../../../ui/shell/workspace';
import { CatchHook } from './catch-hook';
import { CopyableValue, CopyableValues, em, Steps } from './copyable-values';
import { MAKE, ZAPIER, type HostedTool } from './hosted-tools';
import { LocalAddressWarning } from './local-address-warning';
import { PublishFields, usePublishBody } from './publish-body';
import { SubscriptionCheck } from './subscription-check';
import { t } from './texts';

function Hosted({ tool, secret }: { tool: HostedTool; secret: Secret | undefined }) {
  const { id: ws } = useWorkspace();
  const { name, source } = tool;
  const publish = usePublishBody(name);
  return (
    <>
      <LocalAddressWarning tool={name} />
      <Card title={t(`publishFrom_${source}`)}>
        <div className="connect-step">
          <PublishFields of={publish} />
          <Steps>
            <li>{t.rich(`action_${source}`, { em })}</li>
            <li>
              {t(`fill_${source}`)}
              <CopyableValues>
                {tool.fields(JSON.stringify(publish.body)).map(({ name: field, value, isKey = false }) => (
                  <CopyableValue
                    key={field}
                    name={field}
                    value={isKey ? `${value} ${secret?.value ?? 'YOUR_KEY'}` : value}
                    {...(isKey ? { shown: `${value} ${secret ? masked(secret.value) : 'YOUR_KEY'}` } : {})}
                  />
                ))}
              </CopyableValues>
            </li>
            <li>{t.rich(`tried_${source}`, { em })}</li>
          </Steps>
          <p className="dimmed">
            {t.rich('withoutKey', {
              link: (text) => (
                <Link to="/w/$ws/automation/endpoints/new" params={{ ws }} search={{ preset: source }}>
                  {text}
                </Link>
              ),
            })}
          </p>
        </div>
      </Card>
      <Card title={t(`startBy_${source}`)}>
        <div className="connect-step">
          <Steps>
            <li>{t.rich(`trigger_${source}`, { em })}</li>
            <li>{t(`test_${source}`)}</li>
          </Steps>
          <CatchHook tool={name} source={source} example={tool.hook} />
          <SubscriptionCheck tool={name} source={source} />
        </div>
      </Card>
    </>
  );
}

export const Zapier = ({ secret }: { secret: Secret | undefined }) => <Hosted tool={ZAPIER} secret={secret} />;
export const Make = ({ secret }: { secret: Secret | undefined }) => <Hosted tool={MAKE} secret={secret} />;
