import type { UseFormReturnType } from '@mantine/form';

import { KEY_RESOURCE_NAMES, KEY_RESOURCES, type KeyResource } from '../../../../shared/access/key-resources';
import type { KeyKind } from '../../../../shared/access/scopes';
import { labelOf } from '../../../i18n/labels';
import { IdChoice } from '../../../ui/form/id-choice';
import { ListField } from '../../../ui/form/list-field';
import { listProps } from '../../../ui/form/list-props';
import { useDomains } from '../../links/domains-and-tags';
import { useInstances } from '../../whatsapp/use-instances';
import type { KeyDraft } from './draft';
import { t } from './texts';

export function ResourceFields({ form }: { form: UseFormReturnType<KeyDraft> }) {
  const { kind } = form.values;
  const named: Partial<Record<KeyResource, readonly { value: string; label: string }[]>> = {
    whatsapp_instances: useInstances().map(({ id, name }) => ({ value: id, label: name })),
    link_domains: useDomains().map(({ id, hostname }) => ({ value: id, label: hostname })),
  };
  const isOfKind = (name: KeyResource) => (KEY_RESOURCES[name].kinds as readonly KeyKind[]).includes(kind);
  return KEY_RESOURCE_NAMES.filter(isOfKind).map((name) => {
    const { label: english, prefix } = KEY_RESOURCES[name];
    const label = labelOf('keyResources', name, english);
    return (named[name]?.length ?? 0) > 0 ? (
      <IdChoice
        key={name}
        label={label}
        description={t('someObjects')}
        options={named[name] ?? []}
        {...listProps(form, `resources.${name}`)}
      />
    ) : (
      <ListField
        key={name}
        label={label}
        description={t('objectIds')}
        placeholder={`${prefix}_…`}
        max={100}
        {...listProps(form, `resources.${name}`)}
      />
    );
  });
}
