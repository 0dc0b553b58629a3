import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Form } from '../../../../ui/form/form';
import { useLeaveGuard } from '../../../../ui/form/use-leave-guard';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { Card } from '../../../../ui/page';
import { problemOf } from '../../../../ui/problem';
import { faultsIn, inputOf, newDraft, sampleOf, stepOf, STEPS, type CloudDraft } from './draft';
import { CheckStep, CredentialFields, NumberFields } from './fields';
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
  useLeaveGuard(madeId === undefined && form.isDirty());
  // Set after the leave guard has seen the reset form.
  const [made, setMade] = useState<string>();
  const tell = useEffectEvent((id: string) => onMade(id));
  useEffect(() => {
    if (made !== undefined) tell(made);
  }, [made]);
  const head = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    head.current?.focus();
  }, [step]);

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
      setMade(id);
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
      <ol className="wa-stepper" aria-label="Steps">
        {STEPS.map((label, index) => (
          <li key={label} aria-current={index === step ? 'step' : undefined} data-done={index < step || undefined}>
            <span className="wa-step-number" aria-hidden>
              {index + 1}
            </span>
            {label}
            {index < step && <span className="visually-hidden">, done</span>}
          </li>
        ))}
      </ol>
      <Card>
        <h2 ref={head} tabIndex={-1} className="wa-step-head">
          {HEADS[step]}
        </h2>
        {madeId === undefined ? (
          <Form
            form={form}
            onSubmit={send}
            submit={step === LAST - 1 ? 'Create instance' : 'Next'}
            actions={
              <>
                {step === LAST - 1 && (
                  <CopyAsCode operation="whatsapp_instances_create" input={() => sampleOf(form.getValues())} />
                )}
                {step > 0 && (
                  <Button variant="default" onClick={() => setStep(step - 1)}>
                    Back
                  </Button>
                )}
              </>
            }
          >
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

const HEADS = ['Which number is it?', 'How may it be used?', 'Is this right?', 'Let Meta call this server'] as const;
