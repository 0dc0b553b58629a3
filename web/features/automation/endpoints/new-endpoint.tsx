import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import type { EndpointPreset, InboundPreset } from '../../../../shared/automation/preset';
import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { LeaveGuard } from '../../../ui/form/leave-guard';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { BrandIcon } from '../../../ui/icons/brand-icon';
import { useWorkspace } from '../../../ui/shell/workspace';
import { authLabel, hasSecret, presetName } from './labels';
import { authDraftOf, authOf, type AuthDraft } from './settings/auth-draft';
import { AuthFields } from './settings/auth-fields';
import { storeCredential } from './store-credential';
import { t } from './texts';

import './endpoints.css';

interface EndpointDraft {
  preset: EndpointPreset;
  name: string;
  secret: string;
  auth: AuthDraft;
}

const draftOf = ({ preset, auth }: InboundPreset): EndpointDraft => ({
  preset,
  name: '',
  secret: '',
  auth: authDraftOf(auth),
});

export function NewEndpoint({ presets, first }: { presets: InboundPreset[]; first: InboundPreset | undefined }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const once = useSendOnce();
  const create = useMutation(
    trpc.automation.inbound_endpoints.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }),
  );
  const form = useForm<EndpointDraft>({
    initialValues: first
      ? draftOf(first)
      : { preset: 'custom', name: '', secret: '', auth: authDraftOf({ mode: 'url_token' }) },
    validate: { name: (name) => (name.trim() === '' ? t('enterName') : null) },
    onValuesChange: once.renew,
  });
  const { preset, auth } = form.values;
  const chosen = presets.find((one) => one.preset === preset);

  const inputOf = (draft: EndpointDraft) => ({
    name: draft.name.trim(),
    preset: draft.preset,
    auth: authOf(draft.auth),
    ...(draft.secret.trim() === '' ? {} : { secret: draft.secret.trim() }),
  });
  const send = async (draft: EndpointDraft) => {
    const made = await create.mutateAsync(inputOf(draft));
    once.renew();
    storeCredential(made);
    await queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_endpoints.pathKey() });
    await navigate({ to: '/w/$ws/automation/endpoints/$endpoint', params: { ws, endpoint: made.id } });
  };
  const choose = (next: InboundPreset) => form.setValues({ ...draftOf(next), name: form.values.name });

  return (
    <div className="form-narrow">
      <Form
        form={form}
        onSubmit={send}
        submit={t('createEndpoint')}
        actions={
          <>
            <CopyAsCode
              operation="automation_inbound_endpoints_create"
              input={() => ({
                ...inputOf(form.getValues()),
                ...(form.getValues().secret === '' ? {} : { secret: '…' }),
              })}
            />
            <Button
              variant="default"
              onClick={() => void navigate({ to: '/w/$ws/automation/endpoints', params: { ws } })}
            >
              {t('cancel')}
            </Button>
          </>
        }
      >
        <LeaveGuard isDirty={form.isDirty() && !create.isPending && !create.isSuccess} />
        <fieldset className="endpoint-part">
          <legend>{t('source')}</legend>
          <div className="endpoint-presets">
            {presets.map((one) => (
              <label key={one.preset} className="endpoint-preset">
                <input
                  type="radio"
                  name="preset"
                  value={one.preset}
                  checked={one.preset === preset}
                  onChange={() => choose(one)}
                />
                <BrandIcon brand={one.preset} size={18} />
                {presetName(one.preset)}
              </label>
            ))}
          </div>
        </fieldset>
        <TextInput label={t('name')} placeholder={t('exampleName')} maxLength={100} {...form.getInputProps('name')} />
        {chosen?.auth.mode === 'signature' && preset !== 'generic_hmac' ? (
          <div className="dimmed">{t('verifiedBy', { auth: authLabel(chosen.auth) })}</div>
        ) : (
          <AuthFields draft={auth} propsOf={(name) => form.getInputProps(`auth.${name}`) as object} />
        )}
        {hasSecret(authOf(auth)) && (
          <TextInput
            label={t(chosen?.secret_source === 'sender' ? 'senderSecret' : 'secret')}
            description={t(chosen?.secret_source === 'sender' ? 'senderSecretHelp' : 'ownSecretHelp')}
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={512}
            {...form.getInputProps('secret')}
          />
        )}
      </Form>
    </div>
  );
}
