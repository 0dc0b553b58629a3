import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../../../ui/form/edit-conflict';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { useEditConflict } from '../../../../ui/form/use-edit-conflict';
import { Card } from '../../../../ui/page';
import { problemOf } from '../../../../ui/problem';
import { useCan } from '../../../../ui/shell/workspace';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import { authLabel, type Endpoint } from '../labels';
import { storeCredential } from '../store-credential';
import { authOf } from './auth-draft';
import { changeOf, draftOf, pointerInForm, type SettingsDraft } from './draft';
import { SettingsFields } from './fields';
import { t } from './texts';

import '../endpoints.css';

const fields = (): ConflictField<SettingsDraft>[] => [
  { name: 'name', label: t('name') },
  { name: 'description', label: t('description') },
  { name: 'auth', label: t('authentication'), show: ({ auth }) => authLabel(authOf(auth)) },
  { name: 'methods', label: t('methods'), show: ({ methods }) => methods.join(', ') },
  { name: 'content_types', label: t('contentTypes'), show: ({ content_types: types }) => types.join(', ') },
  { name: 'max_kib', label: t('maxBody'), show: ({ max_kib: count }) => t('kib', { count }) },
  { name: 'rate_limit_per_minute', label: t('rateLimit'), show: ({ rate_limit_per_minute: most }) => String(most) },
  { name: 'allowed_cidrs', label: t('networks') },
  { name: 'allowed_origins', label: t('origins') },
  { name: 'allowed_headers', label: t('headers') },
  { name: 'dedupe_key', label: t('dedupeKey') },
  { name: 'dedupe_hours', label: t('dedupeHours'), show: ({ dedupe_hours: count }) => t('hours', { count }) },
  {
    name: 'content_minutes',
    label: t('contentMinutes'),
    show: ({ content_minutes: count }) => t('minutes', { count }),
  },
  { name: 'split', label: t('split') },
  { name: 'overflow', label: t('overflow'), show: ({ overflow }) => t(`overflow_${overflow}`) },
  { name: 'expires_hours', label: t('expires'), show: ({ expires_hours: count }) => t('hours', { count }) },
  { name: 'on_error', label: t('onError'), show: ({ on_error: mode }) => t(`onError_${mode}`) },
  { name: 'response_status', label: t('responseStatus') },
  { name: 'response_type', label: t('responseType') },
  { name: 'response_body', label: t('responseBody') },
  { name: 'wait_ms', label: t('waitMs'), show: ({ wait_ms: count }) => t('milliseconds', { count }) },
];

export function SettingsTab({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayWrite = useCan()('automation.endpoints:write');
  const form = useForm<SettingsDraft>({
    initialValues: draftOf(of),
    validate: { name: (name) => (name.trim() === '' ? t('enterName') : null) },
  });
  const stale = useEditConflict({
    current: of,
    valuesOf: draftOf,
    form,
    refresh: () =>
      queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_endpoints.pathKey() }, { throwOnError: true }),
  });

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
      toast(t('saved'));
    });

  return (
    <Card title={t('settings')}>
      {!mayWrite && <Note>{t('readOnly')}</Note>}
      <fieldset disabled={!mayWrite} className="endpoint-part form-narrow">
        <EditConflict of={stale} id={of.id} what={t('what')} fields={fields()} onSave={save} />
        <Form
          form={form}
          onSubmit={(draft) => save(draft, stale.base)}
          submit={t('saveSettings')}
          actions={
            <CopyAsCode
              operation="automation_inbound_endpoints_update"
              input={() => ({ endpoint_id: of.id, ...changeOf(stale.base, { ...form.getValues(), secret: '' }) })}
            />
          }
        >
          <LeaveGuard isDirty={form.isDirty() && !stale.isSaving} />
          <SettingsFields form={form} />
        </Form>
      </fieldset>
    </Card>
  );
}
