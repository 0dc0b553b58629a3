import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import type { KeyKind } from '../../../shared/access/scopes';
import { IdChoice } from '../../ui/form/id-choice';
import { useDomains } from '../links/use-places';
import { useInstances } from '../whatsapp/use-instances';
import type { KeyDraft } from './draft';

/** What a key can be narrowed to, and the kinds of key for which that means something. */
const RESOURCES = [
  { name: 'whatsapp_instances', label: 'Only these WhatsApp instances', prefix: 'wai', kinds: ['ak', 'wa'] },
  { name: 'link_domains', label: 'Only these link domains', prefix: 'dom', kinds: ['ak', 'lk', 'pk'] },
  { name: 'inbound_endpoints', label: 'Only these inbound endpoints', prefix: 'iep', kinds: ['ak', 'au', 'pk'] },
] as const satisfies readonly { name: string; label: string; prefix: string; kinds: readonly KeyKind[] }[];

/** Named objects: every scope of the key then reaches these alone. */
export function ResourceFields({ form }: { form: UseFormReturnType<KeyDraft> }) {
  const { kind, resources } = form.values;
  const named: Partial<Record<string, readonly { value: string; label: string }[]>> = {
    whatsapp_instances: useInstances().map(({ id, name }) => ({ value: id, label: name })),
    link_domains: useDomains().map(({ id, hostname }) => ({ value: id, label: hostname })),
  };
  return RESOURCES.filter(({ kinds }) => (kinds as readonly KeyKind[]).includes(kind)).map(({ name, label, prefix }) =>
    (named[name]?.length ?? 0) > 0 ? (
      <IdChoice
        key={name}
        label={label}
        description="None ticked: all of the workspace."
        options={named[name] ?? []}
        value={resources[name]}
        error={form.errors[`resources.${name}`]}
        onChange={(next) => form.setFieldValue(`resources.${name}`, next)}
      />
    ) : (
      <Textarea
        key={name}
        label={label}
        description="Ids, one a line. Empty for all of the workspace."
        placeholder={`${prefix}_…`}
        autosize
        minRows={1}
        spellCheck={false}
        {...form.getInputProps(`resources.${name}`)}
      />
    ),
  );
}
