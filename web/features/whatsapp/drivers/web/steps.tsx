import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../../trpc';
import { Card } from '../../../../ui/page';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { StepHead } from '../../create/step-head';
import { Stepper } from '../../create/stepper';
import type { Instance } from '../../labels';
import { useDriver } from '../../use-drivers';
import { useWhatsAppUpdates } from '../../use-whatsapp-updates';
import { Unavailable } from '../unavailable';
import { LinkStep } from './link-step';
import { RiskStep } from './risk-step';
import { TestStep } from './test-step';
import { t } from './texts';

import './web.css';

interface WebStepsProps {
  madeId: string | undefined;
  onMade: (id: string) => void;
}

const STEPS = ['risks', 'phone', 'test'] as const;

const isOpen = ({ status }: Instance): boolean => status === 'connected' || status === 'reconnecting';

/** The steps after the first follow from the connection, so that a reload changes nothing. */
export function WebSteps({ madeId, onMade }: WebStepsProps) {
  const trpc = useTRPC();
  const driver = useDriver('web');
  useWhatsAppUpdates();
  const query = useQuery(
    trpc.whatsapp.instances.get.queryOptions({ instance_id: madeId ?? '' }, { enabled: madeId !== undefined }),
  );
  const step = madeId === undefined ? 0 : query.data && isOpen(query.data) ? 2 : 1;
  if (driver?.available === false && madeId === undefined) return <Unavailable of={driver} />;
  return (
    <div className="wa-steps-page">
      <Stepper steps={STEPS.map((name) => t(`step_${name}`))} current={step} />
      <Card>
        <StepHead step={step}>{t(`head_${STEPS[step]}`)}</StepHead>
        {madeId === undefined ? (
          driver ? (
            <RiskStep notices={driver.notices} onMade={onMade} />
          ) : (
            <Loading shape="form" />
          )
        ) : (
          <Content query={query} what={t('instance')} loading={<Loading shape="form" />}>
            {(of) => (isOpen(of) ? <TestStep of={of} /> : <LinkStep of={of} />)}
          </Content>
        )}
      </Card>
    </div>
  );
}
