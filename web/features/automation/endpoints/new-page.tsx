import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import type { EndpointPreset, InboundPreset } from '../../../../shared/automation/preset';
import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { storeReturnedSecret, storeSecret } from '../../../ui/secret/store';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Forbidden } from '../../../ui/states/states';
import { AutomationFrame } from '../frame';
import { authLabel, hasSecret, PRESET_NAMES, type EndpointWithSecret } from './labels';
import { authDraftOf, authOf, type AuthDraft } from './settings/auth-draft';
import { AuthFields } from './settings/auth-fields';

import './endpoints.css';

const route = getRouteApi('/w/$ws/automation/endpoints/new');

/** What senders have to know, to be shown once by the page of the endpoint. */
export function storeCredential({ id, secret, url_with_token: address }: EndpointWithSecret): void {
  if (address !== null) storeSecret({ label: 'Address', value: address, ownerId: id });
  else storeReturnedSecret({ label: 'Secret', value: secret, ownerId: id });
}

export function NewEndpointPage() {
  const trpc = useTRPC();
  const mayWrite = useCan()('automation.endpoints:write');
  const { preset } = route.useSearch();
  const presets = useQuery(
    trpc.automation.inbound_presets.list.queryOptions(undefined, {
      enabled: mayWrite,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  return (
    <AutomationFrame
      title="New endpoint"
      lead="It captures at first: nothing is published until you have seen a request."
    >
      {mayWrite ? (
        <Content query={presets} loading={<Loading shape="form" />}>
          {({ data }) => <NewEndpoint presets={data} first={data.find((one) => one.preset === preset) ?? data[0]} />}
        </Content>
      ) : (
        <Forbidden need="Making endpoints needs the role developer." />
      )}
    </AutomationFrame>
  );
}

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

function NewEndpoint({ presets, first }: { presets: InboundPreset[]; first: InboundPreset | undefined }) {
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
    validate: { name: (name) => (name.trim() === '' ? 'Is required.' : null) },
    onValuesChange: once.renew,
  });
  const { preset, auth } = form.values;
  const chosen = presets.find((one) => one.preset === preset);
  useLeaveGuard(form.isDirty() && !create.isPending && !create.isSuccess);

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
        submit="Create endpoint"
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
              Cancel
            </Button>
          </>
        }
      >
        <fieldset className="endpoint-part">
          <legend>Who sends</legend>
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
                {PRESET_NAMES[one.preset]}
              </label>
            ))}
          </div>
        </fieldset>
        <TextInput label="Name" placeholder="Releases" maxLength={100} {...form.getInputProps('name')} />
        {chosen?.auth.mode === 'signature' && preset !== 'generic_hmac' ? (
          <div className="dimmed">{authLabel(chosen.auth)} proves who sends.</div>
        ) : (
          <AuthFields draft={auth} propsOf={(name) => form.getInputProps(`auth.${name}`) as object} />
        )}
        {hasSecret(authOf(auth)) && (
          <TextInput
            label={chosen?.secret_source === 'sender' ? 'Secret that the sender shows you' : 'Secret'}
            description={
              chosen?.secret_source === 'sender'
                ? 'You find it where you enter the address there; it can be given later.'
                : 'Left empty, one is made and shown once.'
            }
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
