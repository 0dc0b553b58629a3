import { Checkbox, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';

import type { InboundPreset } from '../../../../../shared/automation/preset';
import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../../../ui/form/edit-conflict';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { useEditConflict } from '../../../../ui/form/use-edit-conflict';
import { Card } from '../../../../ui/page';
import { useCan } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import { fieldsOf } from '../../conditions/field-options';
import { modeLabel, type Endpoint } from '../labels';
import { changeOf, draftOf, faultOf, type MappingDraft } from './draft';
import { DryRun } from './dry-run';
import { MappingFields, type InsertTarget } from './fields';
import { missingInMapping } from './missing-in-mapping';
import { SampleTree } from './sample-tree';
import { t } from './texts';
import { useDryRun } from './use-dry-run';
import { useSampleContext, useSamples } from './use-samples';

import '../../automation.css';
import '../endpoints.css';

export function MappingTab({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const presets = useQuery(
    trpc.automation.inbound_presets.list.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <Content query={presets} loading={<Loading shape="form" />}>
      {({ data }) => <MappingEditor of={of} preset={data.find(({ preset }) => preset === of.preset)} />}
    </Content>
  );
}

const fields = (): ConflictField<MappingDraft>[] => [
  { name: 'text', label: t('text') },
  { name: 'format', label: t('format') },
  { name: 'media', label: t('fileUrl') },
  { name: 'caption', label: t('caption') },
  { name: 'targets', label: t('recipients'), show: ({ targets }) => targets.map(({ label }) => label).join(', ') },
  { name: 'recipient', label: t('recipient') },
  { name: 'dynamic_targets', label: t('dynamic'), show: ({ dynamic_targets: mode }) => t(`dynamic_${mode}`) },
  { name: 'filter', label: t('onlyIf') },
  { name: 'on_missing', label: t('onMissing'), show: ({ on_missing: mode }) => t(`onMissing_${mode}`) },
  { name: 'short_links', label: t('links'), show: ({ short_links: mode }) => t(`links_${mode}`) },
  { name: 'mode', label: t('mode'), show: ({ mode }) => modeLabel(mode) },
  { name: 'json', label: t('mapping'), show: ({ json }) => json ?? '' },
];

function MappingEditor({ of, preset }: { of: Endpoint; preset: InboundPreset | undefined }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayWrite = useCan()('automation.endpoints:write');
  const valuesOf = useCallback((endpoint: Endpoint) => draftOf(endpoint, preset?.mapping), [preset]);
  const form = useForm<MappingDraft>({
    initialValues: valuesOf(of),
    validate: (draft) => {
      const fault = faultOf(draft);
      return fault === undefined ? {} : { json: fault };
    },
  });
  const stale = useEditConflict({
    current: of,
    valuesOf,
    form,
    refresh: () =>
      queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_endpoints.pathKey() }, { throwOnError: true }),
  });

  const samples = useSamples(of);
  const [chosen, setChosen] = useState<string>();
  const sampleId = chosen ?? samples[0]?.id ?? '';
  const context = useSampleContext(sampleId, preset);
  const dry = useDryRun(of, form.values, sampleId);
  const insert = useInsert((field, value) => form.setFieldValue(field, value));
  const [activates, setActivates] = useState(of.status === 'collecting_samples');

  const save = (draft: MappingDraft, base: Endpoint) =>
    stale.guard(async () => {
      const status = activates && base.status === 'collecting_samples' ? { status: 'active' as const } : {};
      const saved = await client.automation.inbound_endpoints.update.mutate(
        { endpoint_id: of.id, ...changeOf(draft), ...status },
        { context: { ...onVersion(base.version) } },
      );
      stale.adopt(saved);
      await queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_endpoints.pathKey() });
      toast(t(saved.status === 'active' ? 'savedActive' : 'saved'));
    });

  return (
    <div className="endpoint-mapper">
      <Card title={t('mapping')}>
        {!mayWrite && <Note>{t('readOnly')}</Note>}
        <fieldset disabled={!mayWrite} className="endpoint-part">
          <EditConflict of={stale} id={of.id} what={t('what')} fields={fields()} onSave={save} />
          <Form
            form={form}
            onSubmit={(draft) => save(draft, stale.base)}
            submit={t('saveMapping')}
            actions={
              <CopyAsCode
                operation="automation_inbound_endpoints_update"
                input={() => ({
                  endpoint_id: of.id,
                  ...(faultOf(form.getValues()) === undefined ? changeOf(form.getValues()) : {}),
                })}
              />
            }
          >
            <LeaveGuard isDirty={form.isDirty() && !stale.isSaving} />
            <MappingFields
              form={form}
              faults={dry.byField}
              conditions={{
                fields: Object.entries(context ?? {}).flatMap(([root, value]) => fieldsOf(root, value)),
                tested: dry.test?.conditions ?? [],
                faults: dry.ofConditions,
              }}
              onEnter={insert.enter}
            />
            {of.status === 'collecting_samples' && (
              <Checkbox
                label={t('activates')}
                checked={activates}
                onChange={(event) => setActivates(event.currentTarget.checked)}
              />
            )}
          </Form>
        </fieldset>
      </Card>
      <div className="automation-stack">
        <Card title={t('sample')}>
          <NativeSelect
            aria-label={t('sample')}
            data={samples.map(({ id, label }) => ({ value: id, label }))}
            value={sampleId}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          {context === undefined ? (
            <Loading rows={5} />
          ) : (
            <>
              <SampleTree root="body" value={context.body} onPick={insert.path} />
              {isFull(context.query) && <SampleTree root="query" value={context.query} onPick={insert.path} />}
              {isFull(context.headers) && <SampleTree root="headers" value={context.headers} onPick={insert.path} />}
            </>
          )}
        </Card>
        <Card title={t('dryRun')}>
          <div className="automation-stack">
            <DryRun of={dry} toDo={missingInMapping(of, form.values, dry.test)} />
          </div>
        </Card>
      </div>
    </div>
  );
}

const isFull = (value: unknown): boolean => Object.keys(value ?? {}).length > 0;

/** Inserts a path where the cursor was last, by default into the text. */
function useInsert(set: (field: InsertTarget, value: string) => void) {
  const last = useRef<{ field: InsertTarget; element: HTMLInputElement | HTMLTextAreaElement }>(undefined);
  return {
    enter: (field: InsertTarget, element: HTMLInputElement | HTMLTextAreaElement) => {
      last.current = { field, element };
    },
    path: (path: string) => {
      const target = last.current ?? firstTemplate();
      if (!target) return;
      const { field, element } = target;
      const { value, selectionStart, selectionEnd } = element;
      const start = selectionStart ?? value.length;
      const text = field === 'filter' ? path : `{{ ${path} }}`;
      set(field, value.slice(0, start) + text + value.slice(selectionEnd ?? start));
      const end = start + text.length;
      requestAnimationFrame(() => {
        element.focus();
        element.setSelectionRange(end, end);
      });
    },
  };
}

/** The first field of the form is the text, or the JSON editor. */
function firstTemplate(): { field: InsertTarget; element: HTMLTextAreaElement } | undefined {
  const element = document.querySelector<HTMLTextAreaElement>('.endpoint-mapper textarea');
  if (!element) return undefined;
  element.setSelectionRange(element.value.length, element.value.length);
  return { field: element.dataset['path'] === 'json' ? 'json' : 'text', element };
}
