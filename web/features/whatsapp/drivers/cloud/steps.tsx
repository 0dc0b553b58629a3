import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { Card } from '../../../../ui/page';
import { problemOf } from '../../../../ui/problem';
import { StepHead } from '../../create/step-head';
import { Stepper } from '../../create/stepper';
import { useReportCreated } from '../../create/use-report-created';
import { faultsIn, inputOf, newDraft, sampleOf, stepOf, STEPS, type CloudDraft } from './draft';
import { CheckStep, CredentialFields, NumberFields } from './fields';
import { t } from './texts';
import { WebhookStep } from './webhook-step';

interface CloudStepsProps {
  madeId: string | undefined;
  onMade: (id: string) => void;
}

const LAST = STEPS.length - 1;

export function CloudSteps({ madeId, onMade }: CloudStepsProps) {
  const trpc = useTRPC();
  const [reached, setStep] = useState(0);
  const [verifyToken, setVerifyToken] = useState<string>();
  const step = madeId === undefined ? reached : LAST;
  const once = useSendOnce();
  const create = useMutation(
    trpc.whatsapp.instances.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }),
  );
  const form = useForm<CloudDraft>({
    initialValues: newDraft(),
    validate: (draft) => faultsIn(draft, step),
    onValuesChange: once.renew,
  });
  const reportCreated = useReportCreated(onMade);

  const send = async (values: CloudDraft) => {
    if (step < LAST - 1) {
      setStep(step + 1);
      return;
    }
    try {
      const { id } = await create.mutateAsync(inputOf(values));
      create.reset();
      once.renew();
      setVerifyToken(values.cloud.verify_token.trim());
      // No guard on typed secrets once the instance exists.
      form.reset();
      await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() });
      reportCreated(id);
    } catch (error) {
      // Returns to the step of the first error.
      const first = (problemOf(error)?.errors ?? [])
        .map(({ pointer }) => stepOf(pointer))
        .find((at) => at !== undefined);
      if (first !== undefined) setStep(first);
      throw error;
    }
  };

  return (
    <div className="wa-steps-page">
      <Stepper steps={STEPS.map((name) => t(`step_${name}`))} current={step} />
      <Card>
        <StepHead step={step}>{t(`head_${STEPS[step] ?? 'number'}`)}</StepHead>
        {madeId === undefined ? (
          <Form
            form={form}
            onSubmit={send}
            submit={step === LAST - 1 ? t('createInstance') : t('next')}
            actions={
              <>
                {step === LAST - 1 && (
                  <CopyAsCode operation="whatsapp_instances_create" input={() => sampleOf(form.getValues())} />
                )}
                {step > 0 && (
                  <Button variant="default" onClick={() => setStep(step - 1)}>
                    {t('back')}
                  </Button>
                )}
              </>
            }
          >
            <LeaveGuard isDirty={madeId === undefined && form.isDirty()} />
            {step === 0 && <NumberFields form={form} />}
            {step === 1 && <CredentialFields form={form} />}
            {step === 2 && <CheckStep form={form} />}
          </Form>
        ) : (
          <WebhookStep instanceId={madeId} verifyToken={verifyToken} onVerifyToken={setVerifyToken} />
        )}
      </Card>
    </div>
  );
}
