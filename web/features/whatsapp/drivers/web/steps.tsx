import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../../trpc';
import { Card } from '../../../../ui/page';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { StepHead } from '../../create/step-head';
import { Stepper } from '../../create/stepper';
import type { Instance } from '../../labels';
import { useDrivers } from '../../use-drivers';
import { useWhatsAppUpdates } from '../../use-whatsapp-updates';
import { Unavailable } from '../unavailable';
import { LinkStep } from './link-step';
import { RiskStep } from './risk-step';
import { TestStep } from './test-step';

import './web.css';

interface WebStepsProps {
  madeId: string | undefined;
  onMade: (id: string) => void;
}

const STEPS = ['Risks', 'Phone', 'Test message'] as const;
const HEADS = ['Read this first', 'Link the phone', 'Send a test message'] as const;

/** What comes after the first step follows from the connection, so that it survives a reload. */
const stepOf = ({ status }: Instance): 1 | 2 => (status === 'connected' || status === 'reconnecting' ? 2 : 1);

export const WebSteps = ({ madeId, onMade }: WebStepsProps) =>
  madeId === undefined ? <FirstStep onMade={onMade} /> : <LaterSteps instanceId={madeId} />;

function FirstStep({ onMade }: Pick<WebStepsProps, 'onMade'>) {
  const drivers = useDrivers();
  const driver = drivers?.find(({ driver: name }) => name === 'web');
  if (!driver) return <Loading shape="form" />;
  if (!driver.available) return <Unavailable of={driver} />;
  return (
    <div className="wa-steps-page">
      <Stepper steps={STEPS} current={0} />
      <Card>
        <StepHead step={0}>{HEADS[0]}</StepHead>
        <RiskStep notices={driver.notices} onMade={onMade} />
      </Card>
    </div>
  );
}

function LaterSteps({ instanceId }: { instanceId: string }) {
  const trpc = useTRPC();
  useWhatsAppUpdates();
  const query = useQuery(trpc.whatsapp.instances.get.queryOptions({ instance_id: instanceId }));
  return (
    <Content query={query} what="instance" loading={<Loading shape="form" />}>
      {(of) => {
        const step = stepOf(of);
        return (
          <div className="wa-steps-page">
            <Stepper steps={STEPS} current={step} />
            <Card>
              <StepHead step={step}>{HEADS[step]}</StepHead>
              {step === 1 ? <LinkStep of={of} /> : <TestStep of={of} />}
            </Card>
          </div>
        );
      }}
    </Content>
  );
}
