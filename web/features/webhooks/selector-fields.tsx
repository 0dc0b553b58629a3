import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import { IdChoice } from '../../ui/form/id-choice';
import { useDomains, useTags } from '../links/use-places';
import { useInstances } from '../whatsapp/use-instances';
import { SELECTORS, type WebhookDraft } from './draft';

const DESCRIPTION = 'Events about none of them always pass.';

/** Only of kinds that the chosen events are about; what has a name is ticked by it. */
export function SelectorFields({ form }: { form: UseFormReturnType<WebhookDraft> }) {
  const { events, selectors } = form.values;
  const named: Partial<Record<string, readonly { value: string; label: string }[]>> = {
    instance_ids: useInstances().map(({ id, name }) => ({ value: id, label: name })),
    domain_ids: useDomains().map(({ id, hostname }) => ({ value: id, label: hostname })),
    tag_ids: useTags().map(({ id, name }) => ({ value: id, label: name })),
  };
  const concerns = (about: string) =>
    events.some((pattern) => pattern !== '*' && (pattern.startsWith(about) || about.startsWith(pattern.slice(0, -1))));
  return SELECTORS.filter(({ name, about }) => concerns(about) || selectors[name] !== '').map(
    ({ name, label, prefix }) => {
      const options = named[name] ?? [];
      return options.length > 0 ? (
        <IdChoice
          key={name}
          label={`Only these: ${label}`}
          description={`None ticked: all. ${DESCRIPTION}`}
          options={options}
          value={selectors[name]}
          error={form.errors[`selectors.${name}`]}
          onChange={(next) => form.setFieldValue(`selectors.${name}`, next)}
        />
      ) : (
        <Textarea
          key={name}
          label={`Only these: ${label}`}
          description={`Ids, one a line. Empty for all. ${DESCRIPTION}`}
          placeholder={`${prefix}_…`}
          autosize
          minRows={1}
          spellCheck={false}
          {...form.getInputProps(`selectors.${name}`)}
        />
      );
    },
  );
}
