import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../../../ui/form/edit-conflict';
import { Form } from '../../../../ui/form/form';
import { useEditConflict } from '../../../../ui/form/use-edit-conflict';
import { useLeaveGuard } from '../../../../ui/form/use-leave-guard';
import { Card } from '../../../../ui/page';
import { problemOf } from '../../../../ui/problem';
import { useCan } from '../../../../ui/shell/workspace';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import { authLabel, type Endpoint } from '../labels';
import { storeCredential } from '../new-page';
import { authOf } from './auth-draft';
import { changeOf, draftOf, pointerInForm, type SettingsDraft } from './draft';
import { SettingsFields } from './fields';

import '../endpoints.css';

const FIELDS: ConflictField<SettingsDraft>[] = [
  { name: 'name', label: 'Name' },
  { name: 'description', label: 'Description' },
  { name: 'auth', label: 'Proof of senders', show: ({ auth }) => authLabel(authOf(auth)) },
  { name: 'methods', label: 'Methods', show: ({ methods }) => methods.join(', ') },
  { name: 'content_types', label: 'Media types', show: ({ content_types: types }) => types.join(', ') },
  { name: 'max_kib', label: 'Largest body', show: ({ max_kib: size }) => `${size} KiB` },
  {
    name: 'rate_limit_per_minute',
    label: 'Requests a minute',
    show: ({ rate_limit_per_minute: most }) => String(most),
  },
  { name: 'allowed_cidrs', label: 'Networks' },
  { name: 'allowed_origins', label: 'Web pages' },
  { name: 'allowed_headers', label: 'Headers' },
  { name: 'dedupe_key', label: 'Repeat by' },
  { name: 'dedupe_hours', label: 'Repeats known for', show: ({ dedupe_hours: hours }) => `${hours} hours` },
  { name: 'content_minutes', label: 'Same body', show: ({ content_minutes: minutes }) => `${minutes} minutes` },
  { name: 'split', label: 'Split' },
  { name: 'overflow', label: 'Too long' },
  { name: 'expires_hours', label: 'Given up after', show: ({ expires_hours: hours }) => `${hours} hours` },
  { name: 'on_error', label: 'On errors' },
  { name: 'response_status', label: 'Answer' },
  { name: 'response_type', label: 'Type of the answer' },
  { name: 'response_body', label: 'Body of the answer' },
  { name: 'wait_ms', label: 'Wait', show: ({ wait_ms: ms }) => `${ms} ms` },
];

export function SettingsTab({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayWrite = useCan()('automation.endpoints:write');
  const form = useForm<SettingsDraft>({
    initialValues: draftOf(of),
    validate: { name: (name) => (name.trim() === '' ? 'Is required.' : null) },
  });
  const stale = useEditConflict({
    current: of,
    valuesOf: draftOf,
    form,
    refresh: () =>
      queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_endpoints.pathKey() }, { throwOnError: true }),
  });
  useLeaveGuard(form.isDirty() && !stale.isSaving);

  const save = (draft: SettingsDraft, base: Endpoint) =>
    stale.guard(async () => {
      const saved = await client.automation.inbound_endpoints.update
        .mutate({ endpoint_id: of.id, ...changeOf(base, draft) }, { context: { ...onVersion(base.version) } })
        .catch((error: unknown) => {
          for (const issue of problemOf(error)?.errors ?? []) issue.pointer = pointerInForm(issue.pointer);
          throw error;
        });
      stale.adopt(saved);
      storeCredential(saved);
      await queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_endpoints.pathKey() });
      toast('Settings saved');
    });

  return (
    <Card title="Settings">
      {!mayWrite && <Note>Your role can read these settings. A developer can change them.</Note>}
      <fieldset disabled={!mayWrite} className="endpoint-part form-narrow">
        <EditConflict of={stale} id={of.id} what="endpoint" fields={FIELDS} onSave={save} />
        <Form
          form={form}
          onSubmit={(draft) => save(draft, stale.base)}
          submit="Save settings"
          actions={
            <CopyAsCode
              operation="automation_inbound_endpoints_update"
              input={() => ({ endpoint_id: of.id, ...changeOf(stale.base, { ...form.getValues(), secret: '' }) })}
            />
          }
        >
          <SettingsFields form={form} />
        </Form>
      </fieldset>
    </Card>
  );
}
