import { Checkbox, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';

import type { InboundPreset } from '../../../../../shared/automation/preset';
import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../../../ui/form/edit-conflict';
import { Form } from '../../../../ui/form/form';
import { useEditConflict } from '../../../../ui/form/use-edit-conflict';
import { useLeaveGuard } from '../../../../ui/form/use-leave-guard';
import { Card } from '../../../../ui/page';
import { useCan } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import type { Endpoint } from '../labels';
import { changeOf, draftOf, faultOf, type MappingDraft } from './draft';
import { DryRun } from './dry-run';
import { MappingFields, type InsertTarget } from './fields';
import { missingInMapping } from './missing-in-mapping';
import { SampleTree } from './sample-tree';
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

const FIELDS: ConflictField<MappingDraft>[] = [
  { name: 'text', label: 'Text' },
  { name: 'format', label: 'Format' },
  { name: 'media', label: 'File' },
  { name: 'caption', label: 'Caption' },
  { name: 'targets', label: 'Recipients', show: ({ targets }) => targets.map(({ label }) => label).join(', ') },
  { name: 'recipient', label: 'Recipient of the request' },
  { name: 'dynamic_targets', label: 'Recipients of requests' },
  { name: 'filter', label: 'Only if' },
  {
    name: 'on_missing',
    label: 'When a value is missing',
    show: ({ on_missing: mode }) => (mode === 'reject' ? 'Reject the request' : 'Leave it empty'),
  },
  { name: 'short_links', label: 'Links' },
  { name: 'mode', label: 'Then' },
  { name: 'json', label: 'Mapping', show: ({ json }) => json ?? '' },
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
  useLeaveGuard(form.isDirty() && !stale.isSaving);

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
      toast(saved.status === 'active' ? 'Saved: requests are published from now on' : 'Mapping saved');
    });

  return (
    <div className="endpoint-mapper">
      <Card title="Mapping">
        {!mayWrite && <Note>Your role can read this mapping. A developer can change it.</Note>}
        <fieldset disabled={!mayWrite} className="endpoint-part">
          <EditConflict of={stale} id={of.id} what="mapping" fields={FIELDS} onSave={save} />
          <Form
            form={form}
            onSubmit={(draft) => save(draft, stale.base)}
            submit="Save mapping"
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
            <MappingFields form={form} faults={dry.byField} onEnter={insert.enter} />
            {of.status === 'collecting_samples' && (
              <Checkbox
                label="Activate the endpoint with it"
                checked={activates}
                onChange={(event) => setActivates(event.currentTarget.checked)}
              />
            )}
          </Form>
        </fieldset>
      </Card>
      <div className="automation-stack">
        <Card title="Sample">
          <NativeSelect
            aria-label="Sample"
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
        <Card title="Dry run">
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
